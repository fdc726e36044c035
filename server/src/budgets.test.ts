import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { BODY_LIMIT, type RegisteredCall } from './base/http/budgets.ts'
import { budgetTable } from './testing/hostile/budget-table.ts'
import { fieldsOf, integersOf } from './testing/hostile/fields.ts'
import { testShop } from './testing/shop.ts'

const SECURITY = fileURLToPath(new URL('../../docs/security.md', import.meta.url))

const nameOf = ({ method, url }: RegisteredCall) => `${[method].flat().join(' ')} ${url}`

async function calls(): Promise<readonly RegisteredCall[]> {
  const { app } = await testShop()
  await app.ready()
  return app.calls
}

test('every text, list and record that a call takes has its greatest size', async () => {
  const endless = (await calls()).flatMap((call) =>
    fieldsOf(call)
      .filter(({ max }) => max === null)
      .map(({ place, path, type }) => `${nameOf(call)}: ${place} ${path.join('.')} (${type})`),
  )
  expect(endless).toEqual([])
})

/** Ids of columns that hold larger ones, and the size and time of a file. */
const LARGER = /auditoria: querystring cursor$|movimiento_id$|instalacion\/respaldo: body (bytes|modificado)$/

test('every integer that a call takes fits in the integer columns of the database', async () => {
  const large = (await calls()).flatMap((call) =>
    integersOf(call)
      .filter(({ max }) => max === null || max >= 2 ** 31)
      .map(({ place, path }) => `${nameOf(call)}: ${place} ${path.join('.')}`),
  )
  expect(large.filter((one) => !LARGER.test(one))).toEqual([])
})

test('a body over 64 KB is accepted only where the reason is documented', async () => {
  const large = (await calls()).filter(
    ({ bodyLimit, budget }) =>
      (bodyLimit ?? BODY_LIMIT) > BODY_LIMIT || budget === 'upload' || budget === 'video',
  )
  expect(large.filter(({ config }) => !config?.largeBody).map(nameOf)).toEqual([])
  expect(new Set(large.map(({ url }) => url))).toEqual(
    new Set([
      '/api/pedidos/:pedido_id/archivos/:n/reposicion',
      '/api/subidas',
      '/api/subidas/*',
      '/api/upload_archivo',
      '/api/mostrador/imagenes',
      '/api/mostrador/instalacion/respaldo/:desde',
      '/api/mostrador/kit-banderas',
      '/api/mostrador/videos',
      '/api/agente/informe',
    ]),
  )
})

test('docs/security.md has the table as the code has it (npm run budgets writes it)', async () => {
  const [before = '', , after = ''] = readFileSync(SECURITY, 'utf8').split(/^<!-- \/?budgets -->$/m)
  const made = `${before}<!-- budgets -->\n${budgetTable(await calls())}\n<!-- /budgets -->${after}`
  if (process.env.WRITE_BUDGETS) writeFileSync(SECURITY, made)
  expect(readFileSync(SECURITY, 'utf8')).toBe(made)
})
