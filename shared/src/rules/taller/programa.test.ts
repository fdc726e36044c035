import { expect, it } from 'vitest'
import { isVersion, readManifiesto } from './programa.ts'

const HASH = 'a'.repeat(64)
const file = (nombre: string, more: object = {}) => ({
  nombre,
  bytes: 10,
  sha256: HASH,
  gz: { bytes: 5, sha256: HASH },
  ...more,
})
const good = { version: '0.1.0-ab12', plataforma: 'linux', archivos: [file('agente.cjs'), file('node')] }
const read = (change: object) => readManifiesto(JSON.stringify({ ...good, ...change }), 'linux')

it('reads a version with its two files', () => {
  expect(readManifiesto(JSON.stringify(good), 'linux')).toEqual(good)
})

it.each<[string, object]>([
  ['of another platform', { plataforma: 'windows' }],
  ['with a version that leads out of its folder', { version: '../0.1.0' }],
  ['with a version that is hidden', { version: '.nueva' }],
  ['without a version', { version: null }],
  ['with no files', { archivos: [] }],
  ['without Node', { archivos: [file('agente.cjs')] }],
  ['with a path', { archivos: [file('../agente.cjs'), file('node')] }],
  ['with another file', { archivos: [file('agente.cjs'), file('node'), file('otro')] }],
  ['with a file twice', { archivos: [file('agente.cjs'), file('agente.cjs')] }],
  ['with a hash that is none', { archivos: [file('agente.cjs', { sha256: 'x' }), file('node')] }],
  ['with a negative size', { archivos: [file('agente.cjs', { bytes: -1 }), file('node')] }],
  ['with a size over the limit', { archivos: [file('agente.cjs', { bytes: 1e12 }), file('node')] }],
  ['with no packed size', { archivos: [file('agente.cjs', { gz: null }), file('node')] }],
])('refuses one %s', (_, change) => {
  expect(read(change)).toBeNull()
})

it.each(['', 'null', '[]', '{', '"texto"'])('refuses a text that is no manifest: %s', (text) => {
  expect(readManifiesto(text, 'linux')).toBeNull()
})

it('accepts as a version only a valid folder name', () => {
  expect(['0.1.0', '0.1.0-3f9a'].every(isVersion)).toBe(true)
  expect(['', '..', 'a/b', '0/..', '0\\x', '1\n', '1'.repeat(80), 7].some(isVersion)).toBe(false)
})
