import { chmodSync, lstatSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makePdf } from '../../server/src/testing/pdf.ts'
import { type Shop, startShop } from '../support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.remove())

/**
 * Files below the shop's folder that other users of the machine may open. PostgreSQL's own folder counts too.
 */
function openToOthers(): string[] {
  const names = readdirSync(shop.dataDir, { recursive: true, encoding: 'utf8' })
  return names.filter((name) => {
    const found = lstatSync(join(shop.dataDir, name), { throwIfNoEntry: false })
    return found && !found.isSymbolicLink() && (found.mode & 0o077) !== 0
  })
}

async function upload(): Promise<void> {
  const form = new FormData()
  form.append('archivos_data', JSON.stringify([{ nombre: 'apunte.pdf' }]))
  form.append('archivos', new Blob([new Uint8Array(await makePdf({ pages: 2 }))]), 'apunte.pdf')
  const answer = await fetch(`${shop.url}/api/upload_archivo`, { method: 'POST', body: form })
  expect(answer.status).toBe(200)
}

it('whatever the shop writes, only its own user can open it', async () => {
  await upload()
  // Half of an upload in parts, which the protocol's own store writes
  const headers = { 'tus-resumable': '1.0.0', 'upload-length': '5000' }
  const begun = await fetch(`${shop.url}/api/subidas`, { method: 'POST', headers })
  expect(begun.status).toBe(201)
  expect(readdirSync(join(shop.dataDir, 'subidas'))).not.toEqual([])
  expect(openToOthers()).toEqual([])
  expect(statSync(shop.dataDir).mode & 0o067).toBe(0)
})

it('the files of an earlier installation that others could open are closed by the next start', async () => {
  await shop.stop()
  const left = join(shop.dataDir, 'respaldos/viejos')
  mkdirSync(left, { recursive: true })
  writeFileSync(join(left, 'imprimitodo.tar.gz'), 'todo')
  for (const name of ['', 'respaldos', 'respaldos/viejos', 'archivos', 'subidas', 'secretos'])
    chmodSync(join(shop.dataDir, name), 0o755)
  chmodSync(join(left, 'imprimitodo.tar.gz'), 0o644)
  chmodSync(join(shop.dataDir, 'secretos/captcha'), 0o644)
  expect(openToOthers().length).toBeGreaterThanOrEqual(7)
  shop = await startShop({ dataDir: shop.dataDir })
  expect(statSync(shop.dataDir).mode & 0o067).toBe(0)
  await expect.poll(openToOthers).toEqual([])
})
