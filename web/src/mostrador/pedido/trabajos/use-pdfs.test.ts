// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Pdf, usePdfs } from './use-pdfs.ts'

/** When each file was handed to the browser, by the faked clock. */
const saved = vi.hoisted((): { name: string; at: number }[] => [])
vi.mock('../../../ui/save-blob.ts', () => ({
  saveBlob: (_: Blob, name: string) => void saved.push({ name, at: Date.now() }),
}))

beforeEach(() => {
  vi.useFakeTimers()
  saved.length = 0
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const pdfsOf = (many: number): Pdf[] =>
  Array.from({ length: many }, (_, index) => ({
    key: `${index}`,
    titulo: `«${index}.pdf»`,
    path: `/${index}.pdf`,
    fileName: `${index}.pdf`,
  }))

const answers = (refused?: string) =>
  vi.stubGlobal('fetch', async (path: string) =>
    path === refused
      ? new Response('{"detail":"No está."}', { status: 404, headers: { 'x-codigo': 'no_encontrado' } })
      : new Response('%PDF'),
  )

it('every work is saved, never more than ten within a second: a browser drops the eleventh', async () => {
  answers()
  const { result } = renderHook(usePdfs)
  const pdfs = pdfsOf(25)
  await act(async () => {
    void result.current.saveAll(pdfs)
    await vi.runAllTimersAsync()
  })
  expect(saved.map(({ name }) => name)).toEqual(pdfs.map(({ fileName }) => fileName))
  const spans = saved.slice(10).map(({ at }, index) => at - (saved[index]?.at ?? 0))
  expect(Math.min(...spans)).toBeGreaterThan(1000)
  expect(result.current.news).toEqual({
    text: 'Listo: 25 PDF. Si en tus descargas hay menos, permitile al navegador descargar varios archivos.',
    isError: false,
  })
})

it('works that could not be fetched are named, and the others saved', async () => {
  answers('/1.pdf')
  const { result } = renderHook(usePdfs)
  await act(async () => {
    void result.current.saveAll(pdfsOf(3))
    await vi.runAllTimersAsync()
  })
  expect(saved.map(({ name }) => name)).toEqual(['0.pdf', '2.pdf'])
  expect(result.current.news).toMatchObject({ isError: true, text: expect.stringContaining('«1.pdf»') })
})

it('stopped between two works, no further one is fetched or saved', async () => {
  answers()
  const { result } = renderHook(usePdfs)
  await act(async () => {
    void result.current.saveAll(pdfsOf(25))
    await vi.advanceTimersByTimeAsync(600)
  })
  act(() => result.current.stopAll())
  const { length } = saved
  await act(async () => void (await vi.runAllTimersAsync()))
  // The PDF that was under way is still saved
  expect(saved.length).toBeLessThanOrEqual(length + 1)
  expect(result.current.all).toBeNull()
})
