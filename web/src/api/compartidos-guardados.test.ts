import type { UseStore } from 'idb-keyval'
import { beforeEach, expect, it, vi } from 'vitest'
import { forgetCompartidos, keepCompartido, takeCompartidos } from './compartidos.ts'

// There is no IndexedDB here: this table replaces it, and counts its transactions
const { table, transactions } = vi.hoisted(() => ({ table: new Map(), transactions: [] as string[] }))
vi.mock('idb-keyval', async (original) => {
  const answer = <T>(result: T) => {
    const request: { result: T; onsuccess?: () => void } = { result }
    queueMicrotask(() => request.onsuccess?.())
    return request
  }
  const transaction: { oncomplete?: () => void } = {
    set oncomplete(done: () => void) {
      queueMicrotask(done)
    },
  }
  const rows = {
    transaction,
    getAll: () => answer([...table.values()]),
    getAllKeys: () => answer([...table.keys()]),
    put: (value: unknown, key: string) => void table.set(key, value),
    delete: (key: string) => void table.delete(key),
    clear: () => table.clear(),
  }
  const opened = async (mode: string, use: (store: typeof rows) => unknown) => {
    transactions.push(mode)
    return use(rows)
  }
  return {
    ...(await original<typeof import('idb-keyval')>()),
    createStore: () => opened as unknown as UseStore,
  }
})

const HOUR = 60 * 60 * 1000
const share = (name: string, now: number) => {
  const form = new FormData()
  form.append('archivos', new File(['%PDF'], name))
  return keepCompartido(form, now)
}
const names = (files: File[]) => files.map(({ name }) => name)

beforeEach(() => {
  table.clear()
  transactions.length = 0
})

it('shared files are taken once, in their order, in one transaction: two tabs never both take them', async () => {
  await share('segundo.pdf', 2)
  await share('primero.pdf', 1)
  transactions.length = 0
  expect(names(await takeCompartidos(3))).toEqual(['primero.pdf', 'segundo.pdf'])
  expect(transactions).toEqual(['readwrite'])
  expect(await takeCompartidos(3)).toEqual([])
})

it('files not opened within a day are deleted when more are shared', async () => {
  await share('ayer.pdf', 0)
  await share('recien.pdf', 23 * HOUR)
  await share('hoy.pdf', 25 * HOUR)
  expect(table.size).toBe(2)
  expect(names(await takeCompartidos(25 * HOUR))).toEqual(['recien.pdf', 'hoy.pdf'])
})

it('files shared with a customer who logged out are not added to the next customer’s list', async () => {
  await share('dni.pdf', 1)
  await forgetCompartidos()
  expect(table.size).toBe(0)
  expect(await takeCompartidos(2)).toEqual([])
})
