// @vitest-environment happy-dom
import { type Rechazo, rechazoOf } from '@imprimitodo/shared/rules/base/rechazo'
import { DEFAULT_OPCIONES } from '@imprimitodo/shared/rules/compra/archivo'
import { act, cleanup, configure, screen, waitFor, within } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { fakeServer } from '../../api/testing.ts'
import { addArchivos, removeArchivo, replaceArchivo } from '../carrito/archivos.ts'
import { getCarrito, startOver, updateCarrito } from '../carrito/carrito.ts'
import { file } from '../carrito/testing.ts'
import { keepLecturas, setLectura } from '../lectura/lectura.ts'
import { openPaso2, pages, showPaso2, stubPage } from './testing.tsx'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

// Files are not read here: each test sets their readings
vi.mock('../lectura/read.ts', () => ({ readPdf: () => {} }))
vi.mock('../../api/upload/upload-in-parts.ts', () => ({
  uploadInParts: ({ name }: { name: string }, _: File, { signal }: { signal: AbortSignal }) =>
    uploads.travel(name, signal),
  dropPartes: async () => {},
}))
// Uploads use XMLHttpRequest: each test sets the answers, and reads what was sent
const uploads = vi.hoisted(() => ({
  travel: async (name: string, _signal: AbortSignal) => `parts of ${name}`,
  answer: (_signal: AbortSignal): unknown => null,
  sent: [] as FormData[],
}))
vi.mock('../../api/upload/upload.ts', () => ({
  upload: async (_: string, form: FormData, { signal }: { signal: AbortSignal }) => {
    uploads.sent.push(form)
    return uploads.answer(signal)
  },
}))

const cotizacion = () => ({
  pedido_id: 'P1',
  estado: 'borrador',
  total: 160,
  total_impresion: 160,
  total_anillado: 0,
  archivos: getCarrito().archivos.map(({ name }, at) => ({
    ...DEFAULT_OPCIONES,
    nombre: name,
    paginas: 2,
    paginas_impresas: 2,
    hojas: 1,
    paginas_color: 0,
    importe: 160,
    subida: `S${at}`,
    paginas_ajustadas: 0,
    avisos: [],
    tamanos: [{ paginas: 2, ancho: 210, alto: 297 }],
  })),
})
const quoted = () => ({ ok: true, status: 200, errores: null, data: cotizacion() })
const refused =
  (status: number, data: object, codigo: Rechazo = rechazoOf(status)) =>
  () => ({ ok: false, status, codigo, data, errores: 'detail' in data ? String(data.detail) : null })

let user: UserEvent
beforeEach(() => {
  stubPage()
  fakeServer({ 'GET /api/pedidos/P1': () => ({ status: 200, body: cotizacion() }) })
  // Otherwise the listed files would be uploaded at once, in parts
  Object.assign(navigator, { connection: { saveData: true } })
  uploads.sent.length = 0
  uploads.answer = quoted
  user = userEvent.setup()
})
afterEach(() => {
  cleanup()
  keepLecturas(new Set())
  startOver()
  vi.unstubAllGlobals()
})

const TWO = { 'a.pdf': pages(4), 'b.pdf': pages(2) }
const next = () => user.click(screen.getByRole('button', { name: 'Siguiente' }))
const card = (name: string) => within(screen.getByRole('article', { name }))
const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
const isBlocked = async () => {
  await screen.findByRole('button', { name: 'Siguiente' })
  expect(screen.queryByText('el paso 3')).toBeNull()
}

it('going on sends the files once with their options, and leads to step 3', async () => {
  openPaso2(TWO)
  await next()
  await screen.findByText('el paso 3')
  expect(uploads.sent).toHaveLength(1)
  expect(uploads.sent[0]?.getAll('archivos')).toHaveLength(2)
  expect(JSON.parse(String(uploads.sent[0]?.get('archivos_data')))).toMatchObject([
    { nombre: 'a.pdf', duplicado: 1, doble_faz: 1, color: 'blanco y negro' },
    { nombre: 'b.pdf' },
  ])
  expect(getCarrito().pedidoId).toBe('P1')
})

it('a priced order goes on without a call', async () => {
  openPaso2(TWO)
  await next()
  await screen.findByText('el paso 3')
  cleanup()
  openPaso2(TWO, (carrito) => ({ ...carrito, pedidoId: 'P1', cotizado: getCarrito().cotizado }))
  await next()
  await screen.findByText('el paso 3')
  expect(uploads.sent).toHaveLength(1)
})

it('a corrected file of the same name gets nothing of the old one’s quote, whose other files are kept up to date', async () => {
  const P1 = 'GET /api/pedidos/P1'
  const script: Parameters<typeof fakeServer>[0] = { [P1]: () => ({ status: 200, body: cotizacion() }) }
  fakeServer(script)
  openPaso2(TWO)
  await next()
  await screen.findByText('el paso 3')
  cleanup()
  const first = cotizacion()
  const cheaper = first.archivos.map((one) => ({ ...one, importe: 150 }))
  script[P1] = { status: 200, body: { ...first, archivos: cheaper } }
  updateCarrito(
    (carrito) => addArchivos(removeArchivo(carrito, 'a.pdf'), [file('a.pdf')], () => 'new').carrito,
  )
  setLectura('new', { estado: 'lista', paginas: pages(40), miniatura: null })
  showPaso2()
  const of = (id: string) => getCarrito().archivos.find((one) => one.id === id)
  await waitFor(() => expect(of('b.pdf')?.contado).toMatchObject({ n: 2, importe: 150 }))
  expect(of('new')).toMatchObject({ contado: null, subida: null })
  card('a.pdf').getByText('40 pág.')
})

describe('while it is on its way', () => {
  it('a corrected file of the same name, chosen in another tab, is not taken for the one that was sent', async () => {
    let answer = () => {}
    uploads.answer = () => {
      const data = cotizacion()
      return new Promise((resolve) => {
        answer = () => resolve({ ok: true, status: 200, errores: null, data })
      })
    }
    openPaso2(TWO)
    await next()
    await waitFor(() => expect(uploads.sent).toHaveLength(1))
    updateCarrito((carrito) => replaceArchivo(carrito, 'a.pdf', file('a.pdf', 9), 'new').carrito)
    await act(async () => answer())
    expect(getCarrito()).toMatchObject({
      pedidoId: 'P1',
      archivos: [
        { id: 'new', subida: null, contado: null },
        { id: 'b.pdf', subida: 'S1', contado: { n: 2 } },
      ],
    })
  })

  it('nothing can be changed, a second press sends nothing, and Cancelar ends the waiting', async () => {
    uploads.answer = (signal) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    openPaso2(TWO)
    await next()
    const sending = await screen.findByRole('button', { name: 'Subiendo…' })
    expect(sending.getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Agrupar archivos' }).disabled).toBe(true)
    await user.click(sending)
    expect(uploads.sent).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Cancelar' }))
    const again = await screen.findByRole('button', { name: 'Siguiente' })
    expect(document.activeElement).toBe(again)
    expect(alerts()).toEqual([])
    expect(getCarrito().archivos.map(({ name }) => name)).toEqual(['a.pdf', 'b.pdf'])
  })
})

describe('a refusal', () => {
  const CIFRADO = '«b.pdf» está protegido con contraseña.'

  it('of a file is shown at that file, which can be removed there; the others then go on', async () => {
    uploads.answer = refused(400, { archivos: [CIFRADO] }, 'archivo_rechazado')
    openPaso2(TWO)
    await next()
    await waitFor(() => card('b.pdf').getByText(CIFRADO))
    expect(card('a.pdf').queryByRole('alert')).toBeNull()
    expect(alerts()).toContain(
      'Hay archivos que no se pueden imprimir. Mirá qué dice cada uno, quitalo o cambialo, y seguí.',
    )
    await isBlocked()
    await user.click(card('b.pdf').getByRole('button', { name: 'Quitar b.pdf' }))
    expect(alerts()).toEqual([])
    expect(screen.getByRole('heading', { level: 1 }).parentElement).toBe(document.activeElement)
    uploads.answer = quoted
    await next()
    await screen.findByText('el paso 3')
    expect(uploads.sent.at(-1)?.getAll('archivos')).toHaveLength(1)
  })

  it('of a password that is found while the bytes are on their way is told without sending the file', async () => {
    localStorage.setItem('tus::b.pdf', '{}') // some of it left before
    const { travel } = uploads
    onTestFinished(() => {
      uploads.travel = travel
      localStorage.clear()
    })
    uploads.travel = (name, signal) => {
      if (name !== 'b.pdf') return travel(name, signal)
      const stopped = new Promise<string>((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason)),
      )
      setLectura('b.pdf', { estado: 'protegido' })
      return stopped
    }
    openPaso2(TWO)
    await next()
    await waitFor(() => card('b.pdf').getByText('«b.pdf»: está protegido con contraseña'))
    await isBlocked()
    expect(uploads.sent).toHaveLength(0)
  })

  it('of a file in a volume stands at its line while grouping, too', async () => {
    uploads.answer = refused(400, { archivos: [CIFRADO] }, 'archivo_rechazado')
    openPaso2(TWO, (carrito) => ({
      ...carrito,
      agrupando: true,
      archivos: carrito.archivos.map((one) => ({ ...one, grupo: 'grupo1' as const })),
    }))
    await screen.findByRole('region', { name: 'Anillado 2' })
    await next()
    await waitFor(() => within(screen.getByRole('region', { name: 'Anillado 2' })).getByText(CIFRADO))
  })

  it('that names no listed file is shown unchanged, and can be closed', async () => {
    uploads.answer = refused(400, { archivos: ['El pedido tiene demasiadas páginas.'] }, 'archivo_rechazado')
    openPaso2(TWO)
    await next()
    await waitFor(() => expect(alerts()).toEqual(['El pedido tiene demasiadas páginas.']))
    await user.click(screen.getByRole('button', { name: 'Cerrar aviso' }))
    expect(alerts()).toEqual([])
  })

  it('known beforehand sends nothing: a password, an empty file', async () => {
    openPaso2({ 'a.pdf': null, 'b.pdf': pages(2) }, (carrito) => ({
      ...carrito,
      archivos: carrito.archivos.map((one) => (one.id === 'b.pdf' ? { ...one, size: 0 } : one)),
    }))
    setLectura('a.pdf', { estado: 'protegido' })
    await next()
    await waitFor(() => card('a.pdf').getByText('«a.pdf»: está protegido con contraseña'))
    card('b.pdf').getByText(/^«b\.pdf»: está vacío\. Abrilo una vez para que se descargue/)
    expect(uploads.sent).toEqual([])
  })

  it('known beforehand is told at once for all files: those still being read are waited for', async () => {
    openPaso2({ 'a.pdf': null, 'b.pdf': pages(2) }, (carrito) => ({
      ...carrito,
      archivos: carrito.archivos.map((one) => (one.id === 'b.pdf' ? { ...one, size: 0 } : one)),
    }))
    setLectura('a.pdf', { estado: 'leyendo' })
    await next()
    expect(screen.queryByText(/^«b\.pdf»: está vacío/)).toBeNull()
    act(() => setLectura('a.pdf', { estado: 'protegido' }))
    await waitFor(() => card('a.pdf').getByText('«a.pdf»: está protegido con contraseña'))
    card('b.pdf').getByText(/^«b\.pdf»: está vacío/)
  })

  it.each([
    ['in words', refused(429, { detail: 'Esperá 5 minutos.' }), 'Esperá 5 minutos.'],
    ['without words', refused(500, {}), null],
    ['by no network', () => Promise.reject(new TypeError('Network error')), null],
  ])('of the whole %s keeps everything, and is tried again', async (_, answer, detail) => {
    uploads.answer = answer
    openPaso2(TWO)
    await next()
    const text = `No se pudo subir los archivos. Intentalo nuevamente.${detail ?? ''}`
    await waitFor(() => expect(alerts()).toEqual([text]))
    await isBlocked()
    expect(getCarrito().archivos).toHaveLength(2)
    uploads.answer = quoted
    await next()
    await screen.findByText('el paso 3')
  })

  it('by a connection that died is tried again at once where the server has the bytes', async () => {
    const answers = [() => Promise.reject(new TypeError('Network error')), quoted]
    uploads.answer = () => answers.shift()?.()
    openPaso2(TWO, (carrito) => ({
      ...carrito,
      archivos: carrito.archivos.map((one) => ({ ...one, subida: `S-${one.id}` })),
    }))
    await next()
    await screen.findByText('el paso 3')
    expect(uploads.sent).toHaveLength(2)
  })

  it('because the server lost the bytes sends them again by itself, once', async () => {
    const answers = [refused(409, { faltan: ['a.pdf'] }, 'faltan_archivos'), quoted]
    uploads.answer = () => answers.shift()?.()
    openPaso2(TWO, (carrito) => ({
      ...carrito,
      archivos: carrito.archivos.map((one) => ({ ...one, subida: `S-${one.id}` })),
    }))
    await next()
    await screen.findByText('el paso 3')
    const subidas = uploads.sent.map((form) => JSON.parse(String(form.get('archivos_data')))[0].subida)
    expect(subidas).toEqual(['S-a.pdf', 'parts of a.pdf'])
  })

  it('of an order that has a payment leads to it, or makes another one of the same files', async () => {
    uploads.answer = refused(409, { detail: 'Ya tiene un pago.' }, 'pedido_pagado')
    openPaso2(TWO, (carrito) => ({ ...carrito, pedidoId: 'P1' }))
    await next()
    await screen.findByText('Este pedido ya tiene un pago, así que no se puede cambiar.')
    expect(screen.getByRole('link', { name: 'Ver tu pedido' }).getAttribute('href')).toBe('/pedido/P1')
    const { carrito: first } = getCarrito()
    uploads.answer = quoted
    await user.click(screen.getByRole('button', { name: 'Hacer otro pedido con estos archivos' }))
    expect(screen.queryByText(/ya tiene un pago/)).toBeNull()
    await next()
    await screen.findByText('el paso 3')
    expect(uploads.sent.at(-1)?.get('carrito')).not.toBe(first)
  })
})

describe('files that this device lost', () => {
  it('are named, and chosen again at their line, but not by another one', async () => {
    openPaso2(TWO, (carrito) => ({
      ...carrito,
      archivos: carrito.archivos.map((one) => (one.id === 'a.pdf' ? { ...one, realFile: null } : one)),
    }))
    await card('a.pdf').findByText(/ya no está a mano/)
    await next()
    await waitFor(() => expect(alerts()[0]).toMatch(/^Volvé a elegir «a\.pdf»/))
    expect(uploads.sent).toEqual([])
    const input = card('a.pdf').getByLabelText<HTMLInputElement>('Elegir de nuevo a.pdf')
    await user.upload(input, new File(['otro archivo'], 'a.pdf', { type: 'application/pdf' }))
    card('a.pdf').getByText(/^Ese archivo pesa/)
    await user.upload(input, new File(['%PDF-'], 'a.pdf', { type: 'application/pdf' }))
    await waitFor(() => expect(card('a.pdf').queryByText(/ya no está a mano/)).toBeNull())
    await next()
    await screen.findByText('el paso 3')
  })
})

it('emptied, it stays, and Next says what is missing', async () => {
  openPaso2({ 'a.pdf': pages(2) })
  await user.click(screen.getByRole('button', { name: 'Quitar a.pdf' }))
  screen.getByText('No queda ningún archivo.')
  await next()
  expect(alerts()).toEqual(['Subí al menos un archivo antes de continuar.'])
  expect(uploads.sent).toEqual([])
})

it('opened without files it leads to step 1', () => {
  openPaso2({})
  screen.getByText('el paso 1')
})

it('sixty files go in one form, in their order', async () => {
  const names = Array.from({ length: 60 }, (_, at) => `${at}.pdf`)
  openPaso2(Object.fromEntries(names.map((name) => [name, pages(2)])))
  expect(screen.getAllByRole('button', { name: /^Opciones de / })).toHaveLength(60)
  await next()
  await screen.findByText('el paso 3')
  const data: { nombre: string }[] = JSON.parse(String(uploads.sent[0]?.get('archivos_data')))
  expect(data.map(({ nombre }) => nombre)).toEqual(names)
  expect(uploads.sent).toHaveLength(1)
})
