// deploy/prometheus-alertas.yml: Prometheus accepts it, and every figure in it is exported.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { agentes, impresoras } from '../../base/db/schema/impresion.ts'
import { copiasRespaldo, ensayos, respaldos } from '../../base/db/schema/respaldo.ts'
import { testShop } from '../../testing/shop.ts'

const FILE = fileURLToPath(new URL('../../../../deploy/prometheus-alertas.yml', import.meta.url))
const text = readFileSync(FILE, 'utf8')

const hasPromtool = spawnSync('promtool', ['--version']).status === 0

test.skipIf(!hasPromtool)('promtool takes the rules (apt-get install prometheus)', () => {
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', FILE])
  expect(status).toBe(0)
  expect(`${stdout}${stderr}`).toEqual(expect.stringContaining('SUCCESS'))
})

/** A figure and the labels that a rule asks for. */
const NAMED = /\b((?:imprimitodo|nodejs|process)_\w+)(?:\{([^}]*)\})?/g

test('every figure that a rule names is exported, with the labels that it asks for', async () => {
  const kept = { comienzo: 1, desde: 1, hasta: 1, partida: 1, pendiente: 0, ocupa: 0, falla: null }
  const shop = await testShop({ bitacora: () => kept })
  const now = new Date()
  const agente = { nombre: 'Norte', sucursal_id: 1, token_hash: 'a', creado: now, visto: now }
  await shop.db.insert(agentes).values(agente)
  await shop.db.insert(impresoras).values({ nombre: 'Ricoh', sucursal_id: 1, uri: 'ipp://a/' })
  await shop.db.insert(respaldos).values({ cuando: now, archivos: 1, bytes: 5 })
  await shop.db.insert(copiasRespaldo).values({ cuando: now, respaldo: now, archivos: 1, bytes: 5 })
  await shop.db.insert(ensayos).values({ cuando: now, respaldo: now, archivos: 1, segundos: 5 })
  await shop.db.transaction((tx) => shop.deps.jobs.send(tx, 'correo', { id: 0 }, { afterSeconds: 60 }))
  shop.deps.counters.add('jobs', { queue: 'correo', outcome: 'failed' })
  await shop.get('/api/precios')
  const { body } = await shop.get('/metrics')
  const samples = body.split('\n').filter((line) => line !== '' && !line.startsWith('#'))

  const exprs = [...text.matchAll(/^\s+expr: (.+)$/gm)].map(([, expr]) => expr ?? '')
  expect(exprs.length).toBeGreaterThan(15)
  const named = exprs.flatMap((expr) => [...expr.matchAll(NAMED)])
  expect(named.length).toBeGreaterThan(exprs.length)
  const absent = named.filter(([, name, labels = '']) => {
    const wanted = labels.split(',').filter((label) => label.includes('=') && !/!=|status=/.test(label))
    return !samples.some(
      (sample) =>
        new RegExp(`^${name}[{ ]`).test(sample) && wanted.every((label) => sample.includes(label.trim())),
    )
  })
  expect(absent.map(([whole]) => whole)).toEqual([])
  // `status="5xx"` exists only after a failure; here the metric that has that label exists
  expect(samples.some((sample) => /http_duration_seconds_count\{.*status="2xx"/.test(sample))).toBe(true)
})

test('each rule says in Spanish what is wrong and what to do', () => {
  const rules = text.split('- alert: ').slice(1)
  for (const rule of rules)
    for (const part of [/severity: (?:urgente|atencion) /, /summary: \S/, /description: \S/])
      expect(rule).toMatch(part)
})
