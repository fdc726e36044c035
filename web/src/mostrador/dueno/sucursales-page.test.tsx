// @vitest-environment happy-dom
import type { SucursalDueno } from '@imprimitodo/shared/api/dueno'
import { act, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeServer, type ReceivedCall } from '../../api/testing.ts'
import { SucursalesPage } from './sucursales-page.tsx'
import { alerts, button, dialog, enterAsDueno, field, leavePage, showPage, toasts } from './testing.tsx'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

const LOOK = 'GET /api/mostrador/sucursales'
const ADD = 'POST /api/mostrador/sucursales'
const CHANGE = 'PATCH /api/mostrador/sucursales/1'
const ALBERDI: SucursalDueno = {
  id: 1,
  nombre: 'Alberdi',
  direccion: 'Mitre 350',
  whatsapp: '5493865471200',
  lat: -27.5861,
  lng: -65.6197,
  horario: 'Lunes a viernes de 8:30 a 13',
  hojas: ['A3'],
}
const NUEVA: SucursalDueno = {
  id: 2,
  nombre: 'Aguilares',
  direccion: null,
  whatsapp: null,
  lat: null,
  lng: null,
  horario: null,
  hojas: [],
}
let sucursales: SucursalDueno[]
let script: Parameters<typeof fakeServer>[0]
let calls: ReceivedCall[]
let user: UserEvent

beforeEach(() => {
  enterAsDueno()
  sucursales = [ALBERDI]
  script = {
    [LOOK]: () => ({ status: 200, body: sucursales }),
    [ADD]: () => {
      sucursales = [ALBERDI, NUEVA]
      return { status: 201, body: NUEVA }
    },
    [CHANGE]: { status: 200, body: ALBERDI },
    'POST /api/obtener_preferencias_locales/': {
      status: 200,
      body: { api_fidelizacion: '', mapa_teselas: null },
    },
  }
  calls = fakeServer(script)
  user = userEvent.setup()
})
afterEach(leavePage)

const open = () => showPage(<SucursalesPage />)
const toast = (text: string) => toasts().findByText(text)
const sent = (key: string) => calls.filter(({ call }) => call === key).map(({ body }) => body)
const save = async () => user.click(await button('Guardar'))
async function edit() {
  await user.click(await button('Editar Alberdi'))
}

describe('the list', () => {
  it('shows what customers read of each, and what is missing', async () => {
    sucursales = [ALBERDI, NUEVA]
    open()
    const rows = await screen.findAllByRole('row')
    expect(
      rows.map((row) =>
        within(row)
          .queryAllByRole('cell')
          .map((cell) => cell.textContent),
      ),
    ).toEqual([
      [],
      ['Mitre 350', expect.stringContaining('3865'), ALBERDI.horario, 'Editar Alberdi'],
      ['Sin completar', 'Sin completar', 'Sin completar', 'Editar Aguilares'],
    ])
  })

  it('that could not be loaded says so, and is loaded at the next try', async () => {
    vi.useFakeTimers()
    script[LOOK] = 'cut'
    open()
    await act(async () => void (await vi.advanceTimersByTimeAsync(10_000)))
    expect(screen.getByRole('alert').textContent).toContain('No hay conexión con el servidor.')
    script[LOOK] = { status: 200, body: [ALBERDI] }
    fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
    await act(async () => void (await vi.advanceTimersByTimeAsync(0)))
    screen.getByRole('rowheader', { name: 'Alberdi' })
  })
})

describe('a new branch', () => {
  it('is added by keyboard: only its name is needed, and it is in the list before the form closes', async () => {
    open()
    ;(await button('Agregar sucursal')).focus()
    await user.keyboard('{Enter}')
    await user.type(field('Nombre'), ' Aguilares ')
    ;(await button('Guardar')).focus()
    await user.keyboard('{Enter}')
    await toast('Sucursal guardada')
    expect(dialog()).toBeNull()
    screen.getByRole('rowheader', { name: 'Aguilares' })
    expect(document.activeElement).toBe(await button('Agregar sucursal'))
    expect(sent(ADD)).toEqual([
      {
        nombre: 'Aguilares',
        direccion: null,
        whatsapp: null,
        horario: null,
        lat: null,
        lng: null,
        hojas: [],
      },
    ])
  })

  it('is sent with its hours in the customers’ words, and not with hours that cannot be', async () => {
    open()
    await user.click(await button('Agregar sucursal'))
    await user.type(field('Nombre'), 'Aguilares')
    await user.click(screen.getByRole('checkbox', { name: 'Sábado' }))
    fireEvent.change(field('Sábado, turno 1, hasta'), { target: { value: '08:00' } })
    expect(alerts()).toEqual([])
    await save()
    expect(alerts()).toEqual(['Sábado: Cierra después de abrir.', 'Revisá esos días.'])
    expect([document.activeElement, sent(ADD)]).toEqual([field('Sábado, turno 1, desde'), []])
    fireEvent.change(field('Sábado, turno 1, hasta'), { target: { value: '12:00' } })
    await save()
    await toast('Sucursal guardada')
    expect(sent(ADD)).toMatchObject([{ horario: 'Sábados de 8:30 a 12' }])
  })

  it('without a name says so at the field, which takes the focus, and sends nothing', async () => {
    open()
    await user.click(await button('Agregar sucursal'))
    await save()
    expect(alerts()).toEqual(['Poné un nombre.'])
    expect([document.activeElement, sent(ADD)]).toEqual([field('Nombre'), []])
  })

  it('is sent once by a double press', async () => {
    let answer = () => {}
    script[ADD] = () =>
      new Promise((resolve) => {
        answer = () => resolve({ status: 201, body: NUEVA })
      })
    open()
    await user.click(await button('Agregar sucursal'))
    await user.type(field('Nombre'), 'Aguilares')
    await user.dblClick(await button('Guardar'))
    await user.keyboard('{Enter}')
    expect((await button('Guardando…')).getAttribute('aria-disabled')).toBe('true')
    await waitFor(() => expect(sent(ADD)).toHaveLength(1))
    await act(async () => answer())
    await waitFor(() => expect(dialog()).toBeNull())
    expect(sent(ADD)).toHaveLength(1)
  })
})

describe('a branch that is changed', () => {
  it('sends only what changed; hours that stay keep the owner’s words', async () => {
    sucursales = [{ ...ALBERDI, horario: 'A convenir' }]
    open()
    await edit()
    await user.clear(field('WhatsApp'))
    await user.click(screen.getByRole('checkbox', { name: 'Imprime en hojas Oficio' }))
    await save()
    await toast('Sucursal guardada')
    expect(sent(CHANGE)).toEqual([{ whatsapp: null, hojas: ['A3', 'Oficio'] }])
  })

  it('sends nothing where nothing changed', async () => {
    open()
    await edit()
    await save()
    await toast('No había nada que cambiar')
    expect([dialog(), sent(CHANGE)]).toEqual([null, []])
  })

  it('closed on every day has no hours any more', async () => {
    open()
    await edit()
    for (const name of ['Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes'])
      await user.click(screen.getByRole('checkbox', { name }))
    await save()
    await toast('Sucursal guardada')
    expect(sent(CHANGE)).toEqual([{ horario: null }])
  })
})

describe('a refusal of the server', () => {
  it.each([
    ['Nombre', 'nombre'],
    ['WhatsApp', 'whatsapp'],
    ['Dirección', 'direccion'],
  ])('about %s is shown at it, focuses it, and nothing is typed again', async (label, name) => {
    script[CHANGE] = { status: 400, body: { [name]: ['Eso no va.'] } }
    open()
    await edit()
    await user.type(field('Nombre'), ' centro')
    await save()
    await waitFor(() => expect(alerts()).toEqual(['Eso no va.']))
    expect([document.activeElement, field('Nombre').value]).toEqual([field(label), 'Alberdi centro'])
  })

  it.each([
    ['horario', 'No se entiende.'],
    ['lat', 'Va de -90 a 90.'],
    ['hojas', 'Hay pedidos en esa hoja.'],
  ])('about a part without a field of its own is announced: %s', async (name, text) => {
    script[CHANGE] = { status: 400, body: { [name]: [text] } }
    open()
    await edit()
    await user.type(field('Nombre'), ' centro')
    await save()
    await waitFor(() => expect(alerts()).toEqual([text]))
  })

  it.each([
    ['otra', { status: 409, body: { detail: 'Ya hay una con ese nombre.' } }, 'Ya hay una con ese nombre.'],
    ['error', { status: 500 }, 'No se pudo guardar.'],
    ['no signal', 'cut', 'Se cortó la conexión y no sabemos si se guardó. Probá de nuevo.'],
  ] as const)('about none is announced in the form, which can be sent again: %s', async (_, answer, text) => {
    script[CHANGE] = answer
    open()
    await edit()
    await user.type(field('Nombre'), ' centro')
    await save()
    await waitFor(() => expect(alerts()).toEqual([text]))
    expect(field('Nombre').value).toBe('Alberdi centro')
    script[CHANGE] = { status: 200, body: ALBERDI }
    await save()
    await toast('Sucursal guardada')
    expect(sent(CHANGE)).toHaveLength(2)
  })
})
