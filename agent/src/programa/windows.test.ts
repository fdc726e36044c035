// What instalar.ps1 promises, as far as its text shows it: there is no Windows here to run it.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const text = readFileSync(fileURLToPath(new URL('../../paquete/instalar.ps1', import.meta.url)), 'utf8')
const code = text.replace(/^\s*#.*$/gm, '')
const at = (part: string): number => {
  const found = code.indexOf(part)
  expect(found, part).toBeGreaterThan(-1)
  return found
}
/** The text from the name of a function up to the brace that ends it. */
const bodyOf = (name: string): string => code.slice(at(`function ${name}(`)).split(/^\}/m)[0] ?? ''

describe('the installer for Windows', () => {
  it('stops before it touches anything where another user owns the folder, or it is a link', () => {
    expect(at('foreach ($ruta in @($carpeta, $base)) { Revisar $ruta }')).toBeLessThan(
      at('Stop-ScheduledTask'),
    )
    expect(bodyOf('Revisar')).toContain('Revisar-Enlace $ruta')
    expect(bodyOf('Revisar')).toMatch(/GetOwner\(\[Security\.Principal\.SecurityIdentifier\]\)/)
    expect(bodyOf('Revisar')).toMatch(/\$duenos -notcontains \$dueno\) \{ Rechazar/)
    expect(bodyOf('Rechazar')).toMatch(/exit 1\s*$/)
    // SYSTEM, Administrators and TrustedInstaller: their names are other ones in other languages
    const [, owners = ''] = /^\$duenos = @\((.*)\)$/m.exec(code) ?? []
    expect(owners).toBe(
      "$sistema, $administradores, 'S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464'",
    )
    expect(code).toMatch(/^\$sistema = 'S-1-5-18'$/m)
    expect(code).toMatch(/^\$administradores = 'S-1-5-32-544'$/m)
  })

  it('makes each folder itself or checks its owner, owns it, and closes it before the files in it', () => {
    expect(bodyOf('Preparar')).toMatch(
      /if \(Test-Path -LiteralPath \$ruta\) \{ Revisar \$ruta \}\s+else \{ New-Item -ItemType Directory -Path \$ruta \| Out-Null \}\s+& \$icacls \$ruta \/setowner "\*\$administradores"/,
    )
    expect(bodyOf('Preparar')).toContain('/inheritance:r')
    // With -Force it would take over a folder that another user made in that moment
    expect(code).not.toMatch(/New-Item[^\n]*-Force/)
    const order = [
      "Preparar $carpeta 'RX'",
      "Preparar $base '(OI)(CI)M'",
      "Preparar $deLanzador '(OI)(CI)RX'",
      "Revisar-Enlace (Join-Path $base 'versiones')",
      "Revisar-Enlace (Join-Path $base 'datos')",
      'colocar',
    ].map(at)
    expect(order).toEqual(order.toSorted((a, b) => a - b))
  })

  it('runs as administrator nothing that the account of the task can change', () => {
    const run = [...code.matchAll(/^\s*& (\S+)/gm)].map(([, what]) => what)
    expect(new Set(run)).toEqual(new Set(['$icacls', '"$aqui\\node.exe"']))
    expect(at('vincular --de "$aqui" --en "$base"')).toBeGreaterThan(0)
    expect(at("$icacls = Join-Path ([Environment]::SystemDirectory) 'icacls.exe'")).toBeGreaterThan(0)
  })
})
