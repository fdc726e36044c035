// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { convertFotos, FotoPerdida } from '../../ui/fotos/convert.ts'
import type { FotoLeida } from '../../ui/fotos/read-foto.ts'
import { newArchivo } from '../carrito/carrito-state.ts'
import { file } from '../carrito/testing.ts'
import { FotosDialog } from './fotos-dialog.tsx'
import { fotosLeidas } from './leidas.ts'
import { inPlaceOf } from './use-orden.ts'

// There is no canvas here: what is made of the pictures is shown beside ui/fotos/convert.ts, and in a browser
vi.mock('../../ui/fotos/convert.ts', async (original) => ({
  ...(await original<typeof import('../../ui/fotos/convert.ts')>()),
  convertFotos: vi.fn(),
  MAX_FOTOS: 4,
}))

const imagen = { formato: 'jpeg-directo', ancho: 30, alto: 40, orientacion: 1 } as const
const lista = (animada = false): FotoLeida => ({
  estado: 'lista',
  url: 'blob:x',
  ancho: 30,
  alto: 40,
  imagen: { ...imagen, gris: false, animada },
})

function open(found: Record<string, FotoLeida>) {
  const fotos = Object.keys(found).map((name) => newArchivo(name, file(name)))
  fotosLeidas.set(new Map(Object.entries(found)))
  const onDone = vi.fn()
  const onClose = vi.fn()
  render(
    <StrictMode>
      <FotosDialog fotos={fotos} listed={['a.pdf']} onDone={onDone} onClose={onClose} />
    </StrictMode>,
  )
  return { onDone, onClose }
}

const button = (name: string) => screen.getByRole('button', { name })
const order = () =>
  within(screen.getByRole('list', { name: 'Orden de las hojas' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
const isDisabled = (name: string) => (button(name) as HTMLButtonElement).disabled

beforeEach(() => {
  vi.mocked(convertFotos).mockResolvedValue(file('hecho.pdf'))
})
afterEach(() => {
  cleanup()
  vi.mocked(convertFotos).mockReset()
})

describe('the order of the sheets', () => {
  it('changes by buttons, which keep the focus and say where it is now', async () => {
    open({ 'a.jpg': lista(), 'b.jpg': lista(), 'c.jpg': lista() })
    fireEvent.click(button('Bajar a.jpg'))
    expect(order()).toEqual(['1. b.jpg', '2. a.jpg', '3. c.jpg'])
    expect(document.activeElement).toBe(button('Bajar a.jpg'))
    screen.getByText('a.jpg es ahora la hoja 2 de 3.')
    fireEvent.click(button('Subir c.jpg'))
    expect(order()).toEqual(['1. b.jpg', '2. c.jpg', '3. a.jpg'])
    // At the end nothing happens, and the focus has somewhere to be
    fireEvent.click(button('Bajar a.jpg'))
    expect(order()).toEqual(['1. b.jpg', '2. c.jpg', '3. a.jpg'])
  })

  it('a picture left out gives the focus to the next, and the last one to the one before it', () => {
    open({ 'a.jpg': lista(), 'b.jpg': lista(), 'c.jpg': lista() })
    fireEvent.click(button('Dejar afuera b.jpg'))
    expect(document.activeElement).toBe(button('Dejar afuera c.jpg'))
    fireEvent.click(button('Dejar afuera c.jpg'))
    // The only picture cannot be left out
    expect(document.activeElement).toBe(button('Girar a.jpg'))
  })

  it.each([
    [['a', 'b', 'c'], 'a', 'c', ['b', 'c', 'a']],
    [['a', 'b', 'c'], 'c', 'a', ['c', 'a', 'b']],
    [['a', 'b', 'c'], 'b', 'b', ['a', 'b', 'c']],
    [['a', 'b'], 'x', 'a', ['a', 'b']],
  ])('dragged: in %j %s in the place of %s', (ids, id, to, expected) => {
    expect(inPlaceOf(ids, id, to)).toEqual(expected)
  })
})

it('makes the PDF of the chosen pictures, in their order, under a free name', async () => {
  const { onDone } = open({ 'a.jpg': lista(), 'b.jpg': lista(), 'c.jpg': lista(true) })
  screen.getByText('Se mueve: sale su primer cuadro.')
  fireEvent.click(screen.getByRole('radio', { name: 'Recortar' }))
  screen.getByText('Llena la hoja, y lo que sobra de los bordes se corta.')
  fireEvent.click(button('Girar a.jpg'))
  fireEvent.click(button('Dejar afuera b.jpg'))
  fireEvent.click(button('Dejar afuera c.jpg'))
  fireEvent.click(button('Hacer el PDF'))
  await waitFor(() => expect(onDone).toHaveBeenCalledWith(expect.any(File), ['a.jpg']))
  const [elegidas, options] = vi.mocked(convertFotos).mock.calls[0] ?? []
  expect(elegidas).toMatchObject([{ archivo: { id: 'a.jpg' }, giro: 90 }])
  expect(options).toMatchObject({ encaje: 'recortada', nombre: 'a (2).pdf' })
})

it('waits for pictures that are still being opened, and names those that cannot be used', () => {
  open({
    'a.jpg': lista(),
    'b.jpg': { estado: 'leyendo' },
    'rota.jpg': { estado: 'no', text: 'Está dañada.', motivo: 'rota' },
  })
  expect(isDisabled('Hacer el PDF')).toBe(true)
  screen.getByText('Abriendo una foto…')
  screen.getByText('rota.jpg no entra.')
  expect(screen.getByText('Una foto, en una hoja A4.', { exact: false })).toBeTruthy()
})

it('takes no more at once than a phone can hold', () => {
  open(Object.fromEntries(Array.from({ length: 5 }, (_, n) => [`${n}.jpg`, lista()])))
  screen.getByText(/^En un PDF entran hasta 4 fotos/)
  expect(isDisabled('Hacer el PDF')).toBe(true)
  fireEvent.click(button('Dejar afuera 0.jpg'))
  expect(isDisabled('Hacer el PDF')).toBe(false)
})

it('says which picture was lost, and can be tried again', async () => {
  vi.mocked(convertFotos).mockRejectedValueOnce(new FotoPerdida('a.jpg'))
  const { onDone } = open({ 'a.jpg': lista() })
  fireEvent.click(button('Hacer el PDF'))
  await screen.findByText(/^No pudimos leer «a.jpg»/)
  fireEvent.click(button('Hacer el PDF'))
  await waitFor(() => expect(onDone).toHaveBeenCalled())
})

it('makes nothing when cancelled', async () => {
  let finish = (_: File) => {}
  vi.mocked(convertFotos).mockReturnValueOnce(
    new Promise((resolve) => {
      finish = resolve
    }),
  )
  const { onDone, onClose } = open({ 'a.jpg': lista() })
  fireEvent.click(button('Hacer el PDF'))
  fireEvent.click(button('Cancelar'))
  finish(file('hecho.pdf'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(vi.mocked(convertFotos).mock.calls[0]?.[1].signal.aborted).toBe(true)
  expect(onDone).not.toHaveBeenCalled()
})
