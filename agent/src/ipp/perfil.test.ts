import { PerfilImpresora } from '@imprimitodo/shared/api/agente'
import { expect, it } from 'vitest'
import type { IppAttributes } from './model.ts'
import { perfilOf } from './perfil.ts'

/**
 * The agent cuts a printer's answers to the lengths that the shop accepts: otherwise the shop would refuse the whole
 * report.
 */
it.each([
  ['a model of 1,000 letters', { 'printer-make-and-model': 'R'.repeat(1_000) }, 'R'.repeat(200)],
  ['a model with control characters', { 'printer-make-and-model': 'Ricoh\u0000\u001b[2J' }, 'Ricoh  [2J'],
  ['a long name for itself', { 'printer-uuid': `urn:uuid:${'1'.repeat(500)}` }, ''],
])('of a printer with %s the shop takes the profile', (_, told, modelo) => {
  const attributes: IppAttributes = new Map(Object.entries(told).map(([name, value]) => [name, [value]]))
  const perfil = perfilOf(attributes)
  expect(perfil.modelo).toBe(modelo)
  expect(PerfilImpresora.safeParse(perfil).error).toBeUndefined()
  expect(JSON.stringify(perfil)).not.toContain('\\u0000')
})
