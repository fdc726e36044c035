import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { NODE, newClave, offer } from '../testing/programa.ts'
import { placesIn, programaIn, readPuntero, writePuntero } from './carpeta-programa.ts'
import { installPaquete, PaqueteIncompleto, readTienda } from './paquete.ts'

/** The folder of an unpacked package. */
function paquete(version: string, agente = '// agente') {
  const root = mkdtempSync(join(tmpdir(), 'imprimitodo-paquete-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const from = join(root, 'bajado')
  mkdirSync(from)
  const files = { 'agente.cjs': agente, node: NODE }
  const { manifiesto } = offer(version, files, newClave())
  const all = {
    ...files,
    'lanzador.cjs': `// lanzador ${version}`,
    'manifiesto.json': JSON.stringify(manifiesto),
    'tienda.json': JSON.stringify({ server: 'https://tienda.example', sucursal: 'Alberdi' }),
  }
  for (const [name, text] of Object.entries(all)) writeFileSync(join(from, name), text)
  return { from, base: join(root, 'instalado') }
}

it('installs a package: its version runs, closed to other users', () => {
  const { from, base } = paquete('0.1.0-a')
  expect(installPaquete(from, base, 'linux')).toBe('0.1.0-a')
  expect(readPuntero(base)).toEqual({ actual: '0.1.0-a', anterior: null, a_prueba: null, malas: [] })
  expect(readTienda(base)).toEqual({ server: 'https://tienda.example', sucursal: 'Alberdi' })
  const { node } = programaIn(base, '0.1.0-a', 'linux')
  for (const path of [base, placesIn(base).datos, node]) expect(statSync(path).mode & 0o077).toBe(0)
  // The launcher's Node is a file of its own: permissions of the version's file, which the agent may change,
  // do not apply
  const own = join(placesIn(base).lanzador, 'node')
  expect(readFileSync(own)).toEqual(readFileSync(node))
  expect(statSync(own).ino).not.toBe(statSync(node).ino)
})

it('over an installed one it keeps the shop, the papers, and the previous version to go back to', () => {
  const { from, base } = paquete('0.1.0-a')
  installPaquete(from, base, 'linux')
  writeFileSync(join(placesIn(base).datos, 'vinculo.json'), '{"token":"x"}')
  writePuntero(base, { actual: '0.1.0-a', anterior: null, a_prueba: null, malas: ['0.1.0-b'] })
  const next = paquete('0.1.0-b', '// otro')
  installPaquete(next.from, base, 'linux')
  expect(readPuntero(base)).toEqual({ actual: '0.1.0-b', anterior: '0.1.0-a', a_prueba: null, malas: [] })
  expect(readFileSync(join(placesIn(base).datos, 'vinculo.json'), 'utf8')).toBe('{"token":"x"}')
  expect(readFileSync(join(placesIn(base).lanzador, 'lanzador.cjs'), 'utf8')).toBe('// lanzador 0.1.0-b')
})

it('repairs its own installation', () => {
  const { from, base } = paquete('0.1.0-a')
  installPaquete(from, base, 'linux')
  const { agente } = programaIn(base, '0.1.0-a', 'linux')
  writeFileSync(agente, 'roto')
  installPaquete(from, base, 'linux')
  expect(readFileSync(agente, 'utf8')).toBe('// agente')
})

const broken: [string, (from: string) => void][] = [
  ['a byte changed', (from) => writeFileSync(join(from, 'agente.cjs'), '// agentE')],
  ['a file cut short', (from) => writeFileSync(join(from, 'node'), '#!')],
  ['a file missing', (from) => rmSync(join(from, 'node'))],
  ['no manifest', (from) => rmSync(join(from, 'manifiesto.json'))],
  ['no shop', (from) => rmSync(join(from, 'tienda.json'))],
  ['a shop that is none', (from) => writeFileSync(join(from, 'tienda.json'), '{}')],
  [
    'a link in the place of a file',
    (from) => {
      cpSync(join(from, 'agente.cjs'), join(from, 'otro'))
      rmSync(join(from, 'agente.cjs'))
      symlinkSync(join(from, 'otro'), join(from, 'agente.cjs'))
    },
  ],
]
it.each(broken)('installs nothing with %s', (_, change) => {
  const { from, base } = paquete('0.1.0-a')
  change(from)
  expect(() => installPaquete(from, base, 'linux')).toThrow(PaqueteIncompleto)
  expect(existsSync(base)).toBe(false)
})

it('installs nothing of another platform', () => {
  const { from, base } = paquete('0.1.0-a')
  expect(() => installPaquete(from, base, 'windows')).toThrow('no es para esta computadora')
})
