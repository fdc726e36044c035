import { afterEach, expect, it } from 'vitest'
import { makeCertificado } from '../testing/certificado.ts'
import { startPrinter, type TestPrinter } from '../testing/printer.ts'
import { createHuellas } from './huellas.ts'
import { createPrinter } from './printer.ts'

const [first, second] = [makeCertificado(), makeCertificado()]
let printer: TestPrinter
afterEach(() => printer.close())

const replace = async (tls: typeof first) => {
  const port = Number(new URL(printer.uri).port)
  await printer.close()
  printer = await startPrinter({ port, tls })
}

it('a printer with an unknown certificate is sent nothing', async () => {
  printer = await startPrinter({ tls: first })
  await expect(createPrinter({ uri: printer.uri }).attributes()).rejects.toMatchObject({ kind: 'stranger' })
})

it('the first certificate is trusted and kept; another one is refused until it is accepted', async () => {
  printer = await startPrinter({ tls: first })
  const huellas = createHuellas()
  const at = { id: 1, uri: printer.uri }
  // One connection after the other, of a work that is under way
  const ipp = createPrinter({ uri: printer.uri, trusts: huellas.trustedAt(at) })
  expect(huellas.shownAt(at)).toBeNull()
  await ipp.attributes()
  expect(huellas.shownAt(at)).toBe(first.huella)
  await replace(second)
  await expect(ipp.attributes()).rejects.toMatchObject({ kind: 'stranger' })
  expect(huellas.shownAt(at)).toBe(second.huella)
  // The shop was told of the first one, and keeps it
  huellas.keep([{ ...at, huella: first.huella.toUpperCase() }])
  await expect(ipp.attributes()).rejects.toMatchObject({ kind: 'stranger' })
  huellas.keep([{ ...at, huella: second.huella }])
  await ipp.attributes()
})

it('another address is another machine; a printer that the shop removed is met anew', async () => {
  printer = await startPrinter({ tls: first })
  const huellas = createHuellas()
  const trusts = (uri: string, met: string) => huellas.trustedAt({ id: 1, uri })(met)
  expect(trusts('ipps://a', 'one')).toBe(true)
  expect(trusts('ipps://b', 'two')).toBe(true)
  expect(trusts('ipps://a', 'two')).toBe(false)
  huellas.keep([{ id: 1, uri: 'ipps://a', huella: 'one' }])
  huellas.keep([{ id: 1, uri: 'ipps://a', huella: null }])
  expect(trusts('ipps://a', 'three')).toBe(true)
  expect(trusts('ipps://a', 'one')).toBe(false)
})
