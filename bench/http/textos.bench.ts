import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { ownerBearer } from '../../e2e/support/server.ts'
import { type Shop, startShop } from '../../e2e/support/shop.ts'
import { isCut, longTexts, SHAPE_COUNT, type Taking } from '../../server/src/testing/hostile/long-texts.ts'
import { atMost, note, percentile, type Row } from '../support/rows.ts'

export const name = 'Long texts where a word was meant'

const KB = 1024
const LIGHT_EVERY_MS = 5

export async function run(): Promise<Row[]> {
  const shop = await startShop()
  try {
    const calls = await contract()
    const headers = await ownerBearer(shop)
    const took: number[] = []
    let broken = 0
    let isOver = false
    const light = lightCalls(shop, () => isOver)
    for (let turn = 0; turn < SHAPE_COUNT; turn++)
      for (const bytes of [60 * KB, KB * KB])
        for (const { method, path, body } of longTexts(calls, bytes, turn)) {
          const type = body !== undefined && { 'content-type': 'application/json' }
          const start = performance.now()
          const status = await statusOf(shop.url + path, { method, headers: { ...headers, ...type }, body })
          took.push(performance.now() - start)
          if (status >= 500) broken++
        }
    isOver = true
    const beside = await light
    return [
      note('requests, each with one text of 60 KB or 1 MiB', took.length),
      atMost('answered with an error of ours', broken, 0),
      atMost('the slowest answer', Math.max(...took), 500, 'ms'),
      atMost('a light call beside them: 99 of 100 within', percentile(beside, 0.99), 200, 'ms'),
    ]
  } finally {
    await shop.remove()
  }
}

/** 413 too where the server closes the connection before it has read all of a large body. */
async function statusOf(url: string, init: RequestInit): Promise<number> {
  try {
    const answer = await fetch(url, init)
    await answer.arrayBuffer()
    return answer.status
  } catch (error) {
    if (isCut(error)) return 413
    throw error
  }
}

/** ms of each light call, asked again and again. */
async function lightCalls(shop: Shop, isOver: () => boolean): Promise<number[]> {
  const took: number[] = []
  while (!isOver()) {
    const start = performance.now()
    await (await fetch(`${shop.url}/get_token_local`)).arrayBuffer()
    took.push(performance.now() - start)
    await sleep(LIGHT_EVERY_MS)
  }
  return took
}

/** Every call of the contract: the objects of shared/src/api whose keys are 'METHOD /path'. */
async function contract(): Promise<Taking[]> {
  const folder = new URL('../../shared/src/api/', import.meta.url)
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  const modules: object[] = await Promise.all(files.map((file) => import(new URL(file, folder).href)))
  return modules
    .flatMap((module) => Object.values(module) as unknown[])
    .flatMap((value) => (typeof value === 'object' && value !== null ? Object.entries(value) : []))
    .filter(([key]) => /^[A-Z]+ \//.test(key) && !key.endsWith('/salir') && !/logout|eliminar$/.test(key))
    .map(([key, { body, query, params }]) => {
      const [method = '', url = ''] = key.split(' ')
      return { method, url, schema: { body, querystring: query, params } }
    })
}
