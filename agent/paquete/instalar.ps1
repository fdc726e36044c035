# Instala el agente de impresión en esta computadora. Lo abre instalar.cmd, como administrador.
# Se puede correr de nuevo: lo que ya estaba vinculado sigue vinculado.
$ErrorActionPreference = 'Stop'

$aqui = Split-Path -Parent $MyInvocation.MyCommand.Path
$nombre = 'ImprimiTodo agente'
$carpeta = Join-Path ([Environment]::GetFolderPath('CommonApplicationData')) 'ImprimiTodo'
$base = Join-Path $carpeta 'agente'
$icacls = Join-Path ([Environment]::SystemDirectory) 'icacls.exe'
# La cuenta que corre la tarea: sin clave, sin sesión abierta y con pocos permisos. Por su SID: el nombre cambia con el idioma
$cuenta = 'S-1-5-19'
$sistema = 'S-1-5-18'
$administradores = 'S-1-5-32-544'
# Quiénes pueden ser dueños de lo que ya está: el sistema, los administradores, y TrustedInstaller, que es de Windows
$duenos = @($sistema, $administradores, 'S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464')

if (-not [Environment]::Is64BitOperatingSystem) {
  Write-Host 'Este programa es para Windows de 64 bits.'
  exit 2
}

function Rechazar($ruta, $porque) {
  Write-Host "No se instaló nada: $ruta $porque"
  Write-Host 'Borrala o cambiale el nombre, y abrí instalar.cmd de nuevo. Si ahí había un agente, hace falta un código nuevo de Mostrador > Impresoras.'
  exit 1
}

# Un enlace lleva lo que se escribe a otro lado
function Revisar-Enlace($ruta) {
  $hay = Get-Item -LiteralPath $ruta -Force -ErrorAction SilentlyContinue
  if ($hay -and ($hay.Attributes -band [IO.FileAttributes]::ReparsePoint)) { Rechazar $ruta 'es un enlace a otro lugar.' }
}

# Cualquiera puede crear una carpeta en ProgramData, y quien la creó la puede cambiar después
function Revisar($ruta) {
  Revisar-Enlace $ruta
  if (-not (Test-Path -LiteralPath $ruta)) { return }
  $dueno = ''
  # Hay permisos que no dejan ni leer de quién es
  try { $dueno = (Get-Acl -LiteralPath $ruta).GetOwner([Security.Principal.SecurityIdentifier]).Value } catch { }
  if ($duenos -notcontains $dueno) { Rechazar $ruta 'ya estaba, y la creó alguien que no es administrador.' }
}

# Sin -Force: si otro la crea en este momento, se corta acá
function Preparar($ruta, $permisos) {
  if (Test-Path -LiteralPath $ruta) { Revisar $ruta }
  else { New-Item -ItemType Directory -Path $ruta | Out-Null }
  & $icacls $ruta /setowner "*$administradores" | Out-Null
  if ($LASTEXITCODE -ne 0) { throw "No se pudo cambiar el dueño de $ruta." }
  & $icacls $ruta /inheritance:r /grant:r "*${sistema}:(OI)(CI)F" "*${administradores}:(OI)(CI)F" "*${cuenta}:$permisos" | Out-Null
  if ($LASTEXITCODE -ne 0) { throw "No se pudieron cerrar los permisos de $ruta." }
}

# Antes de tocar nada
foreach ($ruta in @($carpeta, $base)) { Revisar $ruta }

# La que ya corre no deja cambiar sus archivos
$tarea = Get-ScheduledTask -TaskName $nombre -ErrorAction SilentlyContinue
if ($tarea) {
  Stop-ScheduledTask -TaskName $nombre -ErrorAction SilentlyContinue
  Start-Sleep -Seconds 3
  Get-Process -Name node -ErrorAction SilentlyContinue |
    Where-Object { $_.Path -and $_.Path.StartsWith($base, [StringComparison]::OrdinalIgnoreCase) } |
    Stop-Process -Force
}

# De afuera hacia adentro: en lo que está cerrado ya no crea nada nadie más.
# Documentos de clientes y la llave de la tienda: solo para el sistema, los administradores y la cuenta de la tarea
Preparar $carpeta 'RX'
Preparar $base '(OI)(CI)M'
# El lanzador no se actualiza solo: la cuenta que lo corre no lo puede cambiar
$deLanzador = Join-Path $base 'lanzador'
Preparar $deLanzador '(OI)(CI)RX'
# En estas escribe esa cuenta, y lo que sigue lo escribe el administrador
Revisar-Enlace (Join-Path $base 'versiones')
Revisar-Enlace (Join-Path $base 'datos')

& "$aqui\node.exe" "$aqui\lanzador.cjs" colocar --de "$aqui" --en "$base"
if ($LASTEXITCODE -ne 0) { exit 1 }

$node = Join-Path $deLanzador 'node.exe'
$lanzador = Join-Path $deLanzador 'lanzador.cjs'
if (-not (Test-Path (Join-Path $base 'datos\vinculo.json'))) {
  # Con lo que se bajó: el administrador no corre lo que esa cuenta puede cambiar
  & "$aqui\node.exe" "$aqui\lanzador.cjs" vincular --de "$aqui" --en "$base"
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
