// @vitest-environment happy-dom
// The limits of each role, where the owner sets them and where a person's role is chosen.
import type { Ajustes } from '@imprimitodo/shared/api/ajustes'
import type { Usuario } from '@imprimitodo/shared/api/dueno'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../api/query-client.ts'
import { fakeServer, type ReceivedCall } from '../../api/testing.ts'
import { AJUSTES } from '../ajustes/testing.ts'
import { endSession, startSession } from '../session/session.ts'
import { NegocioPage } from './negocio-page.tsx'
import { PersonasPage } from './personas-page.tsx'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

const SAVE = 'PUT /api/mostrador/ajustes'
const nadia: Usuario = {
  id: 7,
  nombre: 'Nadia',
  email: 'nadia@imprimitodo.test',
  rol: 'operador',
  sucursal: 'Alberdi',
  retirado: null,
  segundo_factor: false,
}
const ajustes: Ajustes = {
  ...AJUSTES,
  topes: {
    operador: { devolucion: 10_000, descuento: null, venta: null, reimpresion: 40 },
    encargado: { devolucion: null, descuento: null, venta: 250_000, reimpresion: null },
  },
}
let script: Parameters<typeof fakeServer>[0]
let calls: ReceivedCall[]
beforeEach(() => {
  script = {
    'GET /api/mostrador/ajustes': { status: 200, body: ajustes },
    'GET /api/sucursales': { status: 200, body: [{ nombre: 'Alberdi' }] },
    'GET /api/mostrador/usuarios': { status: 200, body: [nadia] },
    [SAVE]: { status: 200, body: ajustes },
  }
  calls = fakeServer(script)
  startSession({ access: 'vale', id: 1, nombre: 'Dueño', rol: 'dueno', sucursal: null })
})
afterEach(() => {
  cleanup()
  endSession()
  vi.unstubAllGlobals()
})

const open = (page: ReactNode) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>{page}</MemoryRouter>
    </QueryClientProvider>,
  )
const sent = (call: string) => calls.filter((one) => one.call === call).map(({ body }) => body)
const dialog = async () => within(await screen.findByRole('dialog'))

describe('limits by role', () => {
  const edit = async () => {
    const user = userEvent.setup()
    open(<NegocioPage />)
    const part = within(await screen.findByRole('region', { name: 'Seguridad del mostrador' }))
    return { user, part, press: () => user.click(part.getByRole('button', { name: /^Editar/ })) }
  }

  it('are shown in sentences, those that are set', async () => {
    const { part } = await edit()
    const facts = part.getAllByText(/^Un (operador|encargado) /)
    // A sign never stands at the end of a line without its amount
    expect(facts.map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))).toEqual([
      'Un encargado carga solo ventas de hasta $ 250.000,00; más, lo autoriza otra persona',
      'Un operador devuelve solo hasta $ 10.000,00 por pedido; más, lo autoriza otra persona',
      'Un operador reimprime solo hasta 40 hojas por pedido; más, lo autoriza otra persona',
    ])
  })

  it('are set and taken away by keyboard; sheets are sheets and money is pesos', async () => {
    const { user, press } = await edit()
    await press()
    const form = await dialog()
    const of = (label: string) => form.getByLabelText<HTMLInputElement>(label)
    expect(of('Operador: reimprime solo hasta (hojas)').value).toBe('40')
    await user.clear(of('Operador: devuelve solo hasta ($)'))
    await user.type(of('Operador: carga ventas solo hasta ($)'), '1500,50')
    await user.clear(of('Operador: reimprime solo hasta (hojas)'))
    await user.type(of('Operador: reimprime solo hasta (hojas)'), '0')
    await user.click(screen.getByRole('button', { name: 'Guardar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent(SAVE)).toEqual([{ topes: { operador: { devolucion: null, venta: 1500.5, reimpresion: 0 } } }])
  })

  it.each([
    ['muchas', 'Escribí un número.'],
    ['-3', 'El tope no puede ser negativo.'],
    ['1,5', 'El tope de hojas es un número entero.'],
  ])('of %s sheets is refused before it is sent, and stays to be mended', async (typed, says) => {
    const { user, press } = await edit()
    await press()
    const form = await dialog()
    const field = form.getByLabelText<HTMLInputElement>('Operador: reimprime solo hasta (hojas)')
    await user.clear(field)
    await user.type(field, typed)
    await user.click(form.getByRole('button', { name: 'Guardar' }))
    expect((await form.findByRole('alert')).textContent).toBe(says)
    expect([field.value, sent(SAVE)]).toEqual([typed, []])
  })

  it('say that the server refused them, and the form stays', async () => {
    script[SAVE] = { status: 400, body: { topes: ['Ese tope es demasiado grande.'] } }
    const { user, press } = await edit()
    await press()
    const form = await dialog()
    await user.type(form.getByLabelText('Operador: reimprime solo hasta (hojas)'), '0')
    await user.click(form.getByRole('button', { name: 'Guardar' }))
    expect((await (await dialog()).findByRole('alert')).textContent).toBe('Ese tope es demasiado grande.')
  })
})

describe('the seller', () => {
  const sinDomicilio = {
    ...ajustes,
    vendedor: { ...ajustes.vendedor, domicilio: null, email: null, telefono: null },
  }
  const edit = async () => {
    script['GET /api/mostrador/ajustes'] = { status: 200, body: sinDomicilio }
    script['GET /api/sucursales'] = { status: 200, body: [{ nombre: 'Alberdi', direccion: 'España 100' }] }
    const user = userEvent.setup()
    open(<NegocioPage />)
    await user.click(await screen.findByRole('button', { name: 'Editar quién vende' }))
    return { user, form: await dialog() }
  }

  it('gets the address that the form proposes, also where nothing was typed', async () => {
    const { user, form } = await edit()
    expect(form.getByLabelText<HTMLInputElement>('Domicilio').value).toBe('España 100, Alberdi')
    await user.click(form.getByRole('button', { name: 'Guardar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent(SAVE)).toEqual([{ vendedor: { domicilio: 'España 100, Alberdi' } }])
  })
})

describe('a branch’s point of sale', () => {
  it('that is emptied is taken away, and others stay', async () => {
    const facturacion = { ...ajustes.facturacion, puntos_venta: { Alberdi: 7, Aguilares: 3 } }
    script['GET /api/mostrador/ajustes'] = { status: 200, body: { ...ajustes, facturacion } }
    script['GET /api/sucursales'] = { status: 200, body: [{ nombre: 'Alberdi' }, { nombre: 'Aguilares' }] }
    const user = userEvent.setup()
    open(<NegocioPage />)
    await user.click(await screen.findByRole('button', { name: 'Editar facturación' }))
    const form = await dialog()
    await user.clear(form.getByLabelText(/Alberdi/))
    await user.click(form.getByRole('button', { name: 'Guardar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent(SAVE)).toEqual([{ facturacion: { puntos_venta: { Alberdi: null } } }])
  })
})

describe('a person', () => {
  it('gets a role with its limits, and a note where they are set', async () => {
    const user = userEvent.setup()
    script['PATCH /api/mostrador/usuarios/7'] = { status: 200, body: { ...nadia, rol: 'encargado' } }
    open(<PersonasPage />)
    await user.click(await screen.findByRole('button', { name: 'Editar Nadia' }))
    const form = await dialog()
    const rol = form.getByLabelText<HTMLSelectElement>('Rol')
    form.getByText('Los topes de cada rol se ponen en Datos del negocio, «Seguridad del mostrador».')
    expect([...rol.options].map(({ text }) => text)).toEqual(['Operador', 'Encargado'])
    await user.selectOptions(rol, 'Encargado')
    await user.click(form.getByRole('button', { name: 'Guardar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent('PATCH /api/mostrador/usuarios/7')).toEqual([{ rol: 'encargado' }])
  })

  it('gets a generated password, which is shown at once, however long the list takes to load again', async () => {
    const user = userEvent.setup()
    script['POST /api/mostrador/usuarios'] = () => {
      script['GET /api/mostrador/usuarios'] = () => new Promise(() => {})
      return { status: 201, body: { usuario: { ...nadia, id: 8 }, password: 'hoja-lila-9', hasta: null } }
    }
    open(<PersonasPage />)
    await user.click(await screen.findByRole('button', { name: 'Agregar persona' }))
    const form = await dialog()
    await user.type(form.getByLabelText('Nombre'), 'Rocío')
    await user.type(form.getByLabelText('E-mail'), 'rocio@imprimitodo.test')
    await user.click(form.getByLabelText('Invitarla por mail'))
    await user.click(form.getByRole('button', { name: 'Guardar' }))
    await screen.findByText('hoja-lila-9')
  })

  it('keeps the typed values when a change is refused', async () => {
    const user = userEvent.setup()
    script['PATCH /api/mostrador/usuarios/7'] = { status: 400, body: { rol: ['Elegí el rol.'] } }
    open(<PersonasPage />)
    await user.click(await screen.findByRole('button', { name: 'Editar Nadia' }))
    const form = await dialog()
    await user.clear(form.getByLabelText('Nombre'))
    await user.type(form.getByLabelText('Nombre'), 'Nadia S.')
    await user.click(form.getByRole('button', { name: 'Guardar' }))
    expect((await form.findByRole('alert')).textContent).toBe('Elegí el rol.')
    expect(form.getByLabelText<HTMLInputElement>('Nombre').value).toBe('Nadia S.')
  })
})
