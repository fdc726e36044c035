@echo off
rem Instala el agente de impresion: doble clic. Windows pregunta si puede hacer cambios: Si.
setlocal
set "POWERSHELL=%SystemRoot%\System32\WindowsPowerShell\v1.0\powershell.exe"
if not exist "%~dp0node.exe" (
  echo Primero descomprimi todo el archivo .zip ^(clic derecho, Extraer todo^) y abri instalar.cmd desde ahi.
  pause
  exit /b 1
)
"%SystemRoot%\System32\net.exe" session >nul 2>&1
if errorlevel 1 (
  set "ESTE=%~f0"
  "%POWERSHELL%" -NoProfile -Command "Start-Process -FilePath $env:ESTE -Verb RunAs"
  exit /b
)
"%POWERSHELL%" -NoProfile -ExecutionPolicy Bypass -File "%~dp0instalar.ps1"
pause
