import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { createLogger, discreet, discreetError } from './logger.ts'

test('paths are logged without ids and queries', () => {
  expect(discreet('/api/pedidos/v-ugFmMgjCtNtiAsNiD9eA/archivos/1?email=ana@example.com')).toBe(
    '/api/pedidos/v-ug…/archivos/1',
  )
})

test('a failed query is logged without its parameters, wherever they are quoted', async () => {
  const { db, close } = await testDatabase()
  const values = ['ana@example.com', 'v-ugFmMgjCtNtiAsNiD9eA']
  const fail = (query: ReturnType<typeof sql>) =>
    db.execute(query).then(
      () => null,
      (error: unknown) => error,
    )
  const errors = [
    await fail(sql`select ${values[0]}::integer + length(${values[1]})`),
    await fail(
      sql`insert into clientes (email, nombre, celular, fecha_nacimiento, password_hash) values (${values[0]}, ${values[1]}, '1', '2000-01-01', null)`,
    ),
  ]
  await close()
  for (const error of errors) {
    expect(error).toBeInstanceOf(Error)
    const logged = JSON.stringify(discreetError(error))
    for (const value of values) expect(logged).not.toContain(value)
  }
  expect(discreetError(errors[1])).toMatchObject({
    message: expect.stringContaining('insert into clientes'),
    cause: { code: '23502', table: 'clientes', column: 'password_hash' },
  })
})

test('errors keep their words and their place, without addresses and names of files', () => {
  const error = Object.assign(
    new Error("ENOENT: rename '/datos/subidas/tJuPLCWimv5sxAQiOojB3Zu7', told to ana.b+c@example.com.ar"),
    { code: 'ENOENT', response: 'to ana@example.com' },
  )
  const logged = discreetError(new Error('No se mandó', { cause: error }))
  expect(logged).toMatchObject({
    message: 'No se mandó',
    cause: { code: 'ENOENT', message: "ENOENT: rename '/datos/subidas/tJuP…', told to …@…" },
  })
  expect(JSON.stringify(logged)).not.toContain('example.com')
  expect(logged).toHaveProperty('stack', expect.stringContaining('logger.test.ts'))
  expect(discreetError({ status_code: 501 })).toMatchObject({ message: '{"status_code":501}' })
})

test('of words without end the beginning is logged', () => {
  const lines: string[] = []
  const log = createLogger('warn', { write: (line) => lines.push(line) })
  const endless = 'no '.repeat(300_000)
  log.warn({ motivo: endless }, 'mail refused for good')
  log.warn({ err: new Error(endless, { cause: new Error(endless) }) }, 'job failed')
  for (const line of lines) expect(line.length).toBeLessThan(30_000)
  expect(lines.map((line) => line.includes('no no no'))).toEqual([true, true])
})

test('the words of a foreign server are logged without addresses and without numbers of persons', () => {
  const lines: string[] = []
  const log = createLogger('warn', { write: (line) => lines.push(line) })
  log.warn({ motivo: '550 5.1.1 <malo@example.com>: no such user' }, 'mail refused for good')
  log
    .child({})
    .warn({ motivo: '10015: el DocNro 20301234569 no está en el padrón' }, 'ARCA refused an invoice')
  expect(lines.map((line) => JSON.parse(line).motivo)).toEqual([
    '550 5.1.1 <…@…>: no such user',
    '10015: el DocNro … no está en el padrón',
  ])
})
