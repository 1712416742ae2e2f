// Package valueset encodes and decodes the values of metrics as results on
// the wire and data records of archives (LOGARCHIVE(5)) hold them: value sets,
// followed by the blocks their values point to.
//
//	value set   pmid
//	            number of values n; negative: an error code
//	            format         (n > 0 only) 0 in situ, 1 or 2 pointer
//	            n times        instance, word
//	block       type (8 bits) | length in bytes (24 bits), these four included
//	            data, filled up to a word
//
// In situ the word is the value; else it is the position of the value's block,
// counted in words from the start of a PDU, or in an archive from twelve bytes
// before the time of the record. Blocks follow the last value set directly and
// fill what holds them.
package valueset
