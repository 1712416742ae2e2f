# Completion in PowerShell for pmerr, pmgenmap, pminfo, pmprobe, pmstore, pmval.
#
# To have it in every session, run this file from the file that $PROFILE names:
#
#	. pcptools.ps1
#
# The tool itself answers, see cmd/internal/complete; the words are in
# variables, so that a tool that does not know them does no more than show its
# version.

Register-ArgumentCompleter -Native -CommandName 'pmerr', 'pmgenmap', 'pminfo', 'pmprobe', 'pmstore', 'pmval' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $before = @()
    $after = @()
    foreach ($element in @($commandAst.CommandElements | Select-Object -Skip 1)) {
        $text = $element.Extent.Text
        if ($element -is [System.Management.Automation.Language.StringConstantExpressionAst]) {
            $text = $element.Value
        }
        if ($element.Extent.EndOffset -lt $cursorPosition) {
            $before += $text
        } elseif ($element.Extent.StartOffset -ge $cursorPosition) {
            $after += $text
        }
    }
    $word = "$wordToComplete".Trim("'", '"')

    try {
        $env:PCPTOOLS_COMPLETE = 'powershell'
        $env:PCPTOOLS_WORD = $word
        $env:PCPTOOLS_BEFORE = $before -join "`n"
        $env:PCPTOOLS_AFTER = $after -join "`n"
        $answer = @($null | & $commandAst.GetCommandName() --version 2>$null)
    } finally {
        Remove-Item Env:PCPTOOLS_COMPLETE, Env:PCPTOOLS_WORD, Env:PCPTOOLS_BEFORE, Env:PCPTOOLS_AFTER `
            -ErrorAction SilentlyContinue
    }
    foreach ($line in $answer) {
        $text, $listed, $note = "$line" -split "`t", 3
        if ($listed) {
            if (-not $note) { $note = $listed }
            [System.Management.Automation.CompletionResult]::new($text, $listed, 'ParameterValue', $note)
        }
    }
}
