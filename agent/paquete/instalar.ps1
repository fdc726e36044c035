# Instala el agente de impresión en esta computadora. Lo abre instalar.cmd, como administrador.
# Se puede correr de nuevo: lo que ya estaba vinculado sigue vinculado.
$ErrorActionPreference = 'Stop'

$aqui = Split-Path -Parent $MyInvocation.MyCommand.Path
$nombre = 'ImprimiTodo agente'
$base = Join-Path $env:ProgramData 'ImprimiTodo\agente'
# La cuenta que corre la tarea: sin clave, sin sesión abierta y con pocos permisos. Por su SID: el nombre cambia con el idioma
$cuenta = 'S-1-5-19'

if (-not [Environment]::Is64BitOperatingSystem) {
  Write-Host 'Este programa es para Windows de 64 bits.'
  exit 2
}

# La que ya corre no deja cambiar sus archivos
$tarea = Get-ScheduledTask -TaskName $nombre -ErrorAction SilentlyContinue
if ($tarea) {
  Stop-ScheduledTask -TaskName $nombre -ErrorAction SilentlyContinue
  Start-Sleep -Seconds 3
  Get-Process -Name node -ErrorAction SilentlyContinue |
    Where-Object { $_.Path -and $_.Path.StartsWith($base, [StringComparison]::OrdinalIgnoreCase) } |
    Stop-Process -Force
}

New-Item -ItemType Directory -Force -Path $base | Out-Null
# Documentos de clientes y la llave de la tienda: solo para el sistema, los administradores y la cuenta de la tarea
& "$env:SystemRoot\System32\icacls.exe" $base /inheritance:r /grant:r '*S-1-5-18:(OI)(CI)F' '*S-1-5-32-544:(OI)(CI)F' "*${cuenta}:(OI)(CI)M" | Out-Null
if ($LASTEXITCODE -ne 0) { throw 'No se pudieron cerrar los permisos de la carpeta.' }

& "$aqui\node.exe" "$aqui\lanzador.cjs" colocar --de "$aqui" --en "$base"
if ($LASTEXITCODE -ne 0) { exit 1 }

$node = Join-Path $base 'lanzador\node.exe'
$lanzador = Join-Path $base 'lanzador\lanzador.cjs'
if (-not (Test-Path (Join-Path $base 'datos\vinculo.json'))) {
  & $node $lanzador vincular
  if ($LASTEXITCODE -ne 0) {
    Write-Host 'Quedó instalado sin vincular. Cuando tengas el código, abrí instalar.cmd de nuevo.'
    exit 1
  }
}

# Una tarea que arranca con la máquina: Windows la trae. Un servicio necesitaría otro programa más que lo envuelva
$accion = New-ScheduledTaskAction -Execute $node -Argument "`"$lanzador`"" -WorkingDirectory $base
$cuando = New-ScheduledTaskTrigger -AtStartup
$como = New-ScheduledTaskPrincipal -UserId $cuenta -LogonType ServiceAccount
$ajustes = New-ScheduledTaskSettingsSet -AllowStartIfOnBatteries -DontStopIfGoingOnBatteries -StartWhenAvailable `
  -ExecutionTimeLimit ([TimeSpan]::Zero) -RestartCount 999 -RestartInterval (New-TimeSpan -Minutes 1) -MultipleInstances IgnoreNew
Register-ScheduledTask -TaskName $nombre -Action $accion -Trigger $cuando -Principal $como -Settings $ajustes -Force | Out-Null

# Las impresoras contestan por mDNS, y el cortafuegos solo lo deja pasar para Windows: se abre para esta red y nada más
Remove-NetFirewallRule -DisplayName $nombre -ErrorAction SilentlyContinue
New-NetFirewallRule -DisplayName $nombre -Direction Inbound -Protocol UDP -LocalPort 5353 -RemoteAddress LocalSubnet -Action Allow | Out-Null

Start-ScheduledTask -TaskName $nombre
Write-Host 'Listo. Arranca solo con la máquina y se actualiza solo.'
