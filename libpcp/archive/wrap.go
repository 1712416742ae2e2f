package archive

// WrapCounters makes interpolation take a counter that has gone down for one
// that has reached the end of its type and started again, as the variable
// PCP_COUNTER_WRAP does (PCPIntro(1)). Without, its values between are those
// on the way down. A duplicate does not have it.
func (a *Archive) WrapCounters() { a.interp.wrap = true }
