// @vitest-environment happy-dom
import type { PremioDueno } from '@imprimitodo/shared/api/catalogo'
import { act, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeServer, type ReceivedCall } from '../../api/testing.ts'
import { PremiosPage } from './premios-page.tsx'
import { alerts, button, dialog, enterAsDueno, field, leavePage, showPage, toasts } from './testing.tsx'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

const LOOK = 'GET /api/mostrador/premios'
const ADD = 'POST /api/mostrador/premios'
const CHANGE = 'PATCH /api/mostrador/premios/1'
const RETIRE = 'POST /api/mostrador/premios/1/retirar'
const PICTURE = 'POST /api/mostrador/imagenes'
const TAZA: PremioDueno = {
  id: 1,
  nombre: 'Taza',
  descripcion: 'De cerámica',
  imagen_id: null,
  imagen: null,
  puntos_requeridos: 12_000,
  cantidad: 5,
  es_codigo_canje: false,
  orden: 0,
  retirado: null,
  valor: 2_000,
  porcentaje: 16.7,
  aviso: null,
}
const HOJAS: PremioDueno = {
  ...TAZA,
  id: 2,
  nombre: 'Hojas gratis',
  es_codigo_canje: true,
  cantidad: 50,
  porcentaje: 30,
  aviso: 'Vale más del 20 %.',
}
let premios: PremioDueno[]
let script: Parameters<typeof fakeServer>[0]
let calls: ReceivedCall[]
let user: UserEvent

beforeEach(() => {
  enterAsDueno()
  premios = [TAZA]
  script = {
    [LOOK]: () => ({ status: 200, body: premios }),
    [ADD]: { status: 201, body: TAZA },
    [CHANGE]: { status: 200, body: TAZA },
    [RETIRE]: () => {
      premios = [{ ...TAZA, retirado: '2026-11-24T13:00:00.000Z' }]
      return { status: 200, body: premios[0] }
    },
    [PICTURE]: { status: 201, body: { imagen_id: 'I1', imagen: '/imagenes/taza.webp' } },
  }
  calls = fakeServer(script)
  user = userEvent.setup()
})
afterEach(leavePage)

const open = () => showPage(<PremiosPage />)
const sent = (key: string) => calls.filter(({ call }) => call === key).map(({ body }) => body)
const save = async () => user.click(await button('Guardar'))
async function fillNew() {
  await user.click(await button('Agregar premio'))
  await user.type(field('Nombre'), 'Taza')
  await user.type(field('Descripción'), 'De cerámica')
  await user.type(field('Puntos que cuesta'), '12.000')
  await user.type(field('Cantidad'), '5')
  await user.type(field('Cuánto vale ($)'), '2.000,50')
}

describe('the list', () => {
  it('says what each costs and is worth, and warns of one that is worth too much', async () => {
    premios = [TAZA, HOJAS]
    open()
    const rows = await screen.findAllByRole('row')
    const texts = rows.map((row) =>
      within(row)
        .queryAllByRole('cell')
        .map((cell) => cell.textContent),
    )
    expect(texts.map((cells) => cells.slice(0, 3))).toEqual([
      [],
      ['12.000', '5 en stock', '16,7 % del gasto'],
      ['12.000', '50 hojas por vez', '30 % del gastoVale más del 20 %.'],
    ])
  })

  it('without prizes says so; without signal it can be loaded again', async () => {
    vi.useFakeTimers()
    script[LOOK] = 'cut'
    open()
    await act(async () => void (await vi.advanceTimersByTimeAsync(10_000)))
    expect(screen.getByRole('alert').textContent).toContain('No hay conexión con el servidor.')
    script[LOOK] = { status: 200, body: [] }
    fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
    await act(async () => void (await vi.advanceTimersByTimeAsync(0)))
    screen.getByText('Todavía no hay premios.')
  })
})

describe('a new prize', () => {
  it('is typed and sent by keyboard, with numbers as people write them', async () => {
    open()
    await fillNew()
    ;(await button('Guardar')).focus()
    await user.keyboard('{Enter}')
    await toasts().findByText('Premio guardado')
    expect(dialog()).toBeNull()
    expect(document.activeElement).toBe(await button('Agregar premio'))
    expect(sent(ADD)).toMatchObject([
      {
        nombre: 'Taza',
        descripcion: 'De cerámica',
        puntos_requeridos: 12_000,
        cantidad: 5,
        es_codigo_canje: false,
        valor: 2_000.5,
        imagen_id: null,
      },
    ])
  })

  it('sent empty says at each field what is missing, focuses the first, and sends nothing', async () => {
    open()
    await user.click(await button('Agregar premio'))
    await save()
    expect(alerts()).toEqual(['Poné un nombre.', 'Escribí los puntos.', 'Escribí la cantidad.'])
    expect([document.activeElement, sent(ADD)]).toEqual([field('Nombre'), []])
  })

  it('takes a picture; one that did not arrive is told, and can be sent again', async () => {
    const FOTO = 'Subir una imagen (JPG, PNG, WebP o AVIF)'
    const file = new File(['foto'], 'taza.png', { type: 'image/png' })
    script[PICTURE] = () => 'cut'
    open()
    await fillNew()
    await user.upload(field(FOTO), file)
    await waitFor(() => expect(alerts()).toEqual(['No hay conexión: la imagen no se subió.']))
    script[PICTURE] = { status: 201, body: { imagen_id: 'I1', imagen: '/imagenes/taza.webp' } }
    await user.upload(field(FOTO), file)
    await screen.findByRole('img', { name: 'Imagen 1' })
    expect(alerts()).toEqual([])
    await save()
    await toasts().findByText('Premio guardado')
    expect(sent(ADD)).toMatchObject([{ imagen_id: 'I1' }])
  })

  it('is sent once by a double press', async () => {
    let answer = () => {}
    script[ADD] = () =>
      new Promise((resolve) => {
        answer = () => resolve({ status: 201, body: TAZA })
      })
    open()
    await fillNew()
    await user.dblClick(await button('Guardar'))
    await user.keyboard('{Enter}')
    expect((await button('Guardando…')).getAttribute('aria-disabled')).toBe('true')
    await waitFor(() => expect(sent(ADD)).toHaveLength(1))
    await act(async () => answer())
    await waitFor(() => expect(dialog()).toBeNull())
    expect(sent(ADD)).toHaveLength(1)
  })
})

describe('a prize that is changed', () => {
  it('sends only what changed, but what a number means goes with the number', async () => {
    open()
    await user.click(await button('Editar Taza'))
    await user.clear(field('Cantidad'))
    await user.type(field('Cantidad'), '8')
    await save()
    await toasts().findByText('Premio guardado')
    expect(sent(CHANGE)).toEqual([{ cantidad: 8, es_codigo_canje: false }])
  })

  it.each([
    ['a field', { status: 400, body: { puntos_requeridos: ['Son muy pocos.'] } }, 'Son muy pocos.'],
    [
      'the picture',
      { status: 400, body: { imagen_id: ['Esa imagen ya no está.'] } },
      'Esa imagen ya no está.',
    ],
    ['none', { status: 409, body: { detail: 'Ya hay otro igual.' } }, 'Ya hay otro igual.'],
    ['no signal', 'cut', 'Se cortó la conexión y no sabemos si se guardó. Probá de nuevo.'],
  ] as const)(
    'and refused, keeps what was typed, says why, and can be sent again: %s',
    async (about, answer, text) => {
      script[CHANGE] = answer
      open()
      await user.click(await button('Editar Taza'))
      await user.type(field('Nombre'), ' grande')
      await save()
      await waitFor(() => expect(alerts()).toEqual([text]))
      expect(field('Nombre').value).toBe('Taza grande')
      const isAtField = document.activeElement === field('Puntos que cuesta')
      expect(isAtField).toBe(about === 'a field')
      script[CHANGE] = { status: 200, body: TAZA }
      await save()
      await toasts().findByText('Premio guardado')
      expect(sent(CHANGE)).toEqual([{ nombre: 'Taza grande' }, { nombre: 'Taza grande' }])
    },
  )
})

describe('a prize that is taken off', () => {
  it('says so and can be put back; its button keeps the focus', async () => {
    open()
    ;(await button('Retirar Taza')).focus()
    await user.keyboard('{Enter}')
    await toasts().findByText('«Taza» se retiró')
    await screen.findByRole('rowheader', { name: 'Taza (retirado)' })
    expect(document.activeElement).toBe(await button('Reponer Taza (retirado)'))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(sent(RETIRE)).toEqual([{ retirado: true }, { retirado: false }]))
  })

  it('is taken off once by a double press', async () => {
    let answer = () => {}
    script[RETIRE] = () =>
      new Promise((resolve) => {
        answer = () => resolve({ status: 200, body: TAZA })
      })
    open()
    await user.dblClick(await button('Retirar Taza'))
    expect((await button('Retirar Taza')).getAttribute('aria-disabled')).toBe('true')
    await waitFor(() => expect(sent(RETIRE)).toHaveLength(1))
    await act(async () => answer())
    await toasts().findByText('«Taza» se retiró')
    expect(sent(RETIRE)).toHaveLength(1)
  })

  it('is taken off once by a double press whose second click comes after the answer', async () => {
    open()
    await user.click(await button('Retirar Taza'))
    fireEvent.click(await button('Reponer Taza (retirado)'), { detail: 2 })
    await toasts().findByText('«Taza» se retiró')
    expect(sent(RETIRE)).toEqual([{ retirado: true }])
  })

  it.each([
    ['a refusal', { status: 409, body: { detail: 'Hay canjes por entregar.' } }, 'Hay canjes por entregar.'],
    ['no signal', 'cut', 'Se cortó la conexión y no sabemos si se hizo. Fijate antes de repetir.'],
  ] as const)('stays where that failed, and says why until it was read: %s', async (_, answer, text) => {
    script[RETIRE] = answer
    open()
    await user.click(await button('Retirar Taza'))
    expect((await toasts().findByText(text)).closest('[role=alert]')).not.toBeNull()
    await user.click(toasts().getByRole('button', { name: 'Cerrar aviso' }))
    await button('Retirar Taza')
  })
})
