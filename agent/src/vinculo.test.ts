import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepVinculo, readVinculo } from './vinculo.ts'

let folder = ''
const said = vi.spyOn(console, 'error').mockImplementation(() => {})

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'agente-'))
  said.mockClear()
})
afterEach(() => rmSync(folder, { recursive: true }))

it('a folder that was never paired has no vinculo, and nothing is logged', async () => {
  expect(await readVinculo(folder)).toBeNull()
  expect(said).not.toHaveBeenCalled()
})

it('a kept pairing is read again', async () => {
  const vinculo = { server: 'https://imprimitodo.test', token: 'un-token', clave: null }
  await keepVinculo(folder, vinculo)
  expect(await readVinculo(folder)).toEqual(vinculo)
  expect(said).not.toHaveBeenCalled()
})

it.each(['{"server":"https://impri', '\0\0\0\0', 'null', '[]', '{"server":"https://imprimitodo.test"}'])(
  'a damaged file says what to do, and the computer is paired again: %j',
  async (text) => {
    writeFileSync(join(folder, 'vinculo.json'), text)
    expect(await readVinculo(folder)).toBeNull()
    expect(said.mock.calls).toEqual([
      ['El archivo vinculo.json de esta carpeta está dañado: hay que vincular la computadora de nuevo.'],
    ])
  },
)
