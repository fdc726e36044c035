// @vitest-environment happy-dom
import type { Proveedor } from '@imprimitodo/shared/api/proveedores'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../api/query-client.ts'
import { fakeServer } from '../../api/testing.ts'
import ProveedoresPage from './proveedores-page.tsx'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

const LIST = 'GET /api/mostrador/proveedores'
const SAVE = 'PUT /api/mostrador/proveedores/correo'
const TRY = 'POST /api/mostrador/proveedores/correo/probar'

const AJUSTES = 'GET /api/mostrador/ajustes'
const VENDEDOR = {
  cuit: '20123456786',
  razon_social: 'Copias',
  condicion_iva: 'RI',
  email: 'hola@copias.example',
}

const correo = (change: Partial<Proveedor> = {}): Proveedor => ({
  cual: 'correo',
  titulo: 'Correo',
  servicio: 'SMTP',
  integrado: false,
  nota: null,
  origen: 'pantalla',
  faltan: [],
  probado: null,
  direccion: null,
  valores: Object.fromEntries(
    ['servidor', 'puerto', 'usuario', 'password', 'remitente'].map((clave) => [clave, { puesto: true }]),
  ),
  ...change,
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function open(proveedor: Proveedor, script: Parameters<typeof fakeServer>[0] = {}) {
  const calls = fakeServer({
    [LIST]: { status: 200, body: [proveedor] },
    [AJUSTES]: { status: 200, body: { vendedor: VENDEDOR } },
    ...script,
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <ProveedoresPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return { calls, user: userEvent.setup() }
}

it('sends only typed values, since stored ones are not shown, and tests it', async () => {
  const { calls, user } = open(correo(), {
    [SAVE]: { status: 200, body: [correo()] },
    [TRY]: { status: 200, body: { anda: false, texto: 'El servidor no acepta la contraseña.', ms: 3 } },
  })
  await user.click(await screen.findByRole('button', { name: 'Cambiar Correo' }))
  await user.type(await screen.findByLabelText('Contraseña (opcional)'), 'otra')
  await user.click(screen.getByRole('button', { name: 'Guardar y probar' }))
  await screen.findByText(/El servidor no acepta la contraseña/)
  expect(calls.find(({ call }) => call === SAVE)?.body).toEqual({ valores: { password: 'otra' } })
})

it('reports invalid values by field, and sends nothing', async () => {
  const { calls, user } = open(correo({ origen: null, valores: {} }))
  await user.click(await screen.findByRole('button', { name: 'Conectar Correo' }))
  const puerto = await screen.findByLabelText('Puerto')
  expect(puerto).toHaveProperty('value', '587')
  expect(screen.getByLabelText('Dirección desde la que salen')).toHaveProperty('value', VENDEDOR.email)
  await user.clear(puerto)
  await user.type(puerto, '99999')
  await user.click(screen.getByRole('button', { name: 'Guardar y probar' }))
  const form = within(screen.getByRole('listitem'))
  await form.findByText('El puerto es un número de 1 a 65535.')
  form.getByText('Falta: servidor de salida (SMTP).')
  expect(calls.some(({ call }) => call === SAVE)).toBe(false)
})

it('cannot be connected where the environment sets it', async () => {
  open(correo({ origen: 'entorno', valores: {} }))
  await screen.findByText(/Lo configura el servidor/)
  expect(screen.queryByRole('button', { name: 'Conectar Correo' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Cambiar Correo' })).toBeNull()
})

it('removes a stored value that may be left out', async () => {
  const { calls, user } = open(correo(), { [SAVE]: { status: 200, body: [correo()] } })
  await user.click(await screen.findByRole('button', { name: 'Cambiar Correo' }))
  await user.click(await screen.findByRole('checkbox', { name: /^Sacar lo guardado ?: Usuario/ }))
  expect(screen.queryByRole('checkbox', { name: /Servidor/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Guardar y probar' }))
  await waitFor(() =>
    expect(calls.find(({ call }) => call === SAVE)?.body).toEqual({ valores: { usuario: '' } }),
  )
})

it('shows a choice that another person changed meanwhile, and forgets a typed secret once it is saved', async () => {
  const respaldo = (lugar: string, change: Partial<Proveedor> = {}): Proveedor => ({
    ...correo({ cual: 'respaldo', titulo: 'Copia', servicio: 'Lugar' }),
    valores: { lugar: { puesto: true, opcion: lugar }, s3_secreto: { puesto: true } },
    ...change,
  })
  let stored = 'carpeta'
  const save = 'PUT /api/mostrador/proveedores/respaldo'
  const { calls, user } = open(respaldo('carpeta'), {
    [LIST]: () => ({ status: 200, body: [respaldo(stored)] }),
    [save]: () => ({ status: 200, body: [respaldo(stored)] }),
    'POST /api/mostrador/proveedores/respaldo/probar': {
      status: 200,
      body: { anda: true, texto: 'Anda', ms: 3 },
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Cambiar Copia' }))
  const lugar = await screen.findByLabelText<HTMLSelectElement>('Dónde va la copia')
  expect(lugar.value).toBe('carpeta')
  stored = 's3'
  await user.click(screen.getByRole('button', { name: 'Probar Copia' })) // loads the list again
  await waitFor(() => expect(lugar.value).toBe('s3'))
  const secreto = () => screen.getByLabelText<HTMLInputElement>('Clave secreta')
  await user.type(secreto(), 'nueva')
  for (const key of ['Servidor S3', 'Bucket', 'Clave de acceso'])
    await user.type(screen.getByLabelText(key), key === 'Servidor S3' ? 's3.example' : 'copias')
  await user.click(screen.getByRole('button', { name: 'Guardar y probar' }))
  await waitFor(() => expect(secreto().value).toBe(''))
  expect(calls.find(({ call }) => call === save)?.body).toMatchObject({
    valores: { lugar: 's3', s3_secreto: 'nueva' },
  })
})

const ARCA = 'PUT /api/mostrador/proveedores/arca'
const SOLICITUD = 'POST /api/mostrador/proveedores/arca/solicitud'
const PUNTOS = 'GET /api/mostrador/proveedores/arca/puntos-venta'
const SUCURSALES = 'GET /api/sucursales'
const arca = (change: Partial<Proveedor> = {}): Proveedor => ({
  ...correo({ cual: 'arca', titulo: 'Facturas', servicio: 'Sin conectar', nota: 'Las facturas esperan.' }),
  faltan: ['certificado'],
  valores: Object.fromEntries(
    ['cuit', 'razon_social', 'condicion', 'ambiente'].map((clave) => [clave, { puesto: true }]),
  ),
  ...change,
})
const facturacion = { puntos_venta: { Alberdi: 4 }, ingresos_brutos: null, inicio_actividades: null }
const ajustes = {
  status: 200,
  body: { vendedor: VENDEDOR, facturacion },
}

it('begins for ARCA with the seller, without a certificate, and then leads through it', async () => {
  const list = [arca({ origen: null, valores: {} })]
  const { calls, user } = open(arca(), {
    [LIST]: { status: 200, body: list },
    [AJUSTES]: ajustes,
    [ARCA]: { status: 200, body: [arca()] },
    'POST /api/mostrador/proveedores/arca/probar': {
      status: 200,
      body: { anda: false, texto: 'Falta el certificado.', ms: 1 },
    },
    [SOLICITUD]: { status: 409, body: { detail: 'Guardá primero el CUIT.' } },
  })
  await user.click(await screen.findByRole('button', { name: 'Conectar Facturas' }))
  expect(await screen.findByLabelText('CUIT de quien factura')).toHaveProperty('value', '20123456786')
  expect(screen.queryByLabelText('Certificado')).toBeNull()
  list[0] = arca()
  await user.click(screen.getByRole('button', { name: 'Guardar y probar' }))
  await screen.findByText(/Falta el certificado/)
  expect(calls.find(({ call }) => call === ARCA)?.body).toEqual({
    valores: { cuit: '20123456786', razon_social: 'Copias', condicion: 'RI', ambiente: 'produccion' },
  })
  // Stored values are not shown again, and the next step appears
  await waitFor(() => expect(screen.getByLabelText('CUIT de quien factura')).toHaveProperty('value', ''))
  await user.click(screen.getByRole('button', { name: 'Bajar la solicitud' }))
  await waitFor(() => expect(calls.some(({ call }) => call === SOLICITUD)).toBe(true))
  const file = new File(['-----BEGIN CERTIFICATE-----'], 'arca.crt')
  await user.upload(screen.getByLabelText('Certificado'), file)
  await user.click(screen.getByRole('button', { name: 'Guardar y probar' }))
  await waitFor(() =>
    expect(calls.filter(({ call }) => call === ARCA).at(-1)?.body).toEqual({
      valores: { certificado: '-----BEGIN CERTIFICATE-----' },
    }),
  )
})

it('offers the points of sale that ARCA knows, and says which branch has another one', async () => {
  const SAVED = 'PUT /api/mostrador/ajustes'
  const { calls, user } = open(arca({ servicio: 'ARCA', faltan: [] }), {
    [AJUSTES]: ajustes,
    [SUCURSALES]: {
      status: 200,
      body: [
        { id: 1, nombre: 'Alberdi' },
        { id: 2, nombre: 'Aguilares' },
      ],
    },
    [PUNTOS]: {
      status: 200,
      body: {
        puntos: [
          { numero: 1, sirve: true },
          { numero: 7, sirve: true },
          { numero: 8, sirve: false },
        ],
      },
    },
    [SAVED]: { status: 200, body: {} },
  })
  await user.click(await screen.findByRole('button', { name: 'Cambiar Facturas' }))
  await screen.findByText(/El 4 no es un punto de venta de ARCA/)
  expect(screen.getByLabelText('De Aguilares')).toHaveProperty('value', '')
  const select = screen.getByLabelText('De Alberdi')
  expect(
    within(select)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Elegí', '00001', '00007'])
  await user.selectOptions(select, '00007')
  await user.click(screen.getByRole('button', { name: 'Guardar puntos de venta' }))
  await waitFor(() =>
    expect(calls.find(({ call }) => call === SAVED)?.body).toEqual({
      // No number is made up for the branch without one, and nothing else of the settings is sent
      facturacion: { puntos_venta: { Alberdi: 7 } },
    }),
  )
})
