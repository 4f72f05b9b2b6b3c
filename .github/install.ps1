# Installs the program `korrel` of a release on Windows, without administrator's rights:
#
#   irm https://github.com/korrel/korrel/releases/latest/download/install.ps1 | iex
#
# It compares the archive's SHA-256 with the release's, and unpacks it.
#
#   $env:KORREL_VERSION   which release: 0.1.0; without it, the newest
#   $env:KORREL_BIN       where the program goes; without it, ~\.local\bin
#   $env:KORREL_RELEASES  where releases are, as https or http; without it, GitHub's (install.sh says what stands there)
$ErrorActionPreference = "Stop"
$ProgressPreference = "SilentlyContinue"

function Install-Korrel {
    if ($env:PROCESSOR_ARCHITECTURE -notin "AMD64", "ARM64") {
        throw "there is no release of korrel for Windows on $env:PROCESSOR_ARCHITECTURE; build it with: cargo install --locked korrel"
    }
    # Windows on ARM runs programs for x86_64.
    $target = "x86_64-pc-windows-gnu"
    $releases = if ($env:KORREL_RELEASES) { $env:KORREL_RELEASES } else { "https://github.com/korrel/korrel/releases" }
    $bin = if ($env:KORREL_BIN) { $env:KORREL_BIN } else { Join-Path $HOME ".local\bin" }
    $from = if ($env:KORREL_VERSION) { "$releases/download/v$($env:KORREL_VERSION -replace '^v')" } else { "$releases/latest/download" }

    $work = Join-Path ([IO.Path]::GetTempPath()) ([Guid]::NewGuid())
    New-Item -ItemType Directory $work | Out-Null
    try {
        Invoke-WebRequest -UseBasicParsing "$from/SHA256SUMS" -OutFile "$work\SHA256SUMS"
        $line = Select-String -Path "$work\SHA256SUMS" -Pattern "^([0-9a-f]{64}) [ *](korrel-[0-9]\S*-$target)\.zip$" | Select-Object -First 1
        if (-not $line) { throw "$from/SHA256SUMS names no archive for $target" }
        $expected = $line.Matches[0].Groups[1].Value
        $name = $line.Matches[0].Groups[2].Value
        Invoke-WebRequest -UseBasicParsing "$from/$name.zip" -OutFile "$work\$name.zip"
        $found = (Get-FileHash -Algorithm SHA256 "$work\$name.zip").Hash.ToLower()
        if ($found -ne $expected) { throw "$name.zip has the SHA-256 $found, and the release says $expected; nothing is installed" }

        Expand-Archive "$work\$name.zip" $work
        $version = & "$work\$name\korrel.exe" --version
        if ($LASTEXITCODE -ne 0) { throw "the program of $name.zip does not run on this machine; nothing is installed" }
        New-Item -ItemType Directory -Force $bin | Out-Null
        Copy-Item -Force "$work\$name\korrel.exe" $bin
    } finally {
        Remove-Item -Recurse -Force $work
    }

    Write-Output (Join-Path $bin "korrel.exe")
    [Console]::Error.WriteLine("$version is installed")
    if (($env:PATH -split ";") -notcontains $bin) {
        [Console]::Error.WriteLine("It is not on your PATH yet. Run this once, and open a new window:")
        [Console]::Error.WriteLine("  [Environment]::SetEnvironmentVariable('Path', '$bin;' + [Environment]::GetEnvironmentVariable('Path', 'User'), 'User')")
    }
}

Install-Korrel
