// A shop with an agent in each branch, and the agent's view of it: the works that it gets and its reports.
import type { PerfilImpresora, Tarea } from '@imprimitodo/shared/api/agente'
import type { Impresion, Impresora } from '@imprimitodo/shared/api/impresion'
import { makePdf } from './pdf.ts'
import { compra, eventually, OWNER, testShop } from './shop.ts'

/** The profile of a printer that has all abilities. */
export const PERFIL: PerfilImpresora = {
  uuid: 'urn:uuid:1',
  modelo: 'Prueba',
  pdf: true,
  dos_pasos: true,
  color: true,
  copias_max: 99,
  copias: 'impresora',
  ppm: 30,
  ppm_color: 30,
  escala: true,
  lados: ['one-sided', 'two-sided-long-edge', 'two-sided-short-edge'],
}

export async function printShop() {
  const shop = await testShop()
  const { access } = (await shop.post('/api/mostrador/ingresar', OWNER)).json()
  const owner = { authorization: `Bearer ${access}` }
  const actual = OWNER.password
  const agents: { token: string }[] = []
  for (const sucursal of ['Alberdi', 'Aguilares'])
    agents.push((await shop.post('/api/mostrador/agentes', { nombre: 'PC', sucursal, actual }, owner)).json())
  const [alberdi = '', aguilares = ''] = agents.map(({ token }) => token)
  const printer = (nombre: string, more: object = {}) =>
    shop
      .post(
        '/api/mostrador/impresoras',
        { nombre, sucursal: 'Alberdi', uri: 'ipp://10.0.0.9/ipp/print', ...more },
        owner,
      )
      .then((answer) => answer.json<Impresora>())
  /** Each token comes from a computer of its own. */
  const as = (token: string) => ({
    authorization: `Bearer ${token}`,
    'x-agente-instancia': `pc-${token.slice(0, 20)}`,
  })
  const tareas = async (token = alberdi) =>
    (await shop.get('/api/agente/tareas', as(token))).json<{ tareas: Tarea[] }>().tareas
  const tell = (tarea: Tarea, seq: number, fase: string, more: object = {}, token = alberdi) =>
    shop.post(
      '/api/agente/informe',
      {
        informes: [
          {
            intento: tarea.intento,
            cerca: tarea.cerca,
            seq,
            fase,
            job_id: null,
            uuid: null,
            impresiones: null,
            mensaje: null,
            ...more,
          },
        ],
        vivos: [],
        impresoras: [],
      },
      as(token),
    )
  const beat = ({ intento, cerca }: Tarea) =>
    shop.post(
      '/api/agente/informe',
      { informes: [], vivos: [{ intento, cerca, espera: null }], impresoras: [] },
      as(alberdi),
    )
  const authorise = ({ intento, cerca }: Tarea, token = alberdi) =>
    shop.post('/api/agente/autorizar', { intento, cerca }, as(token))
  /** A paid order of one file, or of several. */
  const pedido = async (opciones: object | object[] = {}) => {
    const bytes = await makePdf({ pages: 5 })
    const { pedido_id } = await shop.quote(
      [opciones].flat().map((more) => ({ nombre: 'a.pdf', bytes, ...more })),
    )
    await shop.post('/api/completar_compra', compra(pedido_id))
    const { importe_final } = (await shop.get(`/api/pedidos/${pedido_id}`)).json()
    const { init_point } = (
      await shop.post('/api/crear-preferencia', { pedido_id, total: importe_final })
    ).json()
    const ref = init_point.split('/').at(-1)
    await shop.post(`/api/pago-simulado/${ref}`, { accion: 'aprobar' })
    await eventually(
      async () => (await shop.get(`/api/pedidos/${pedido_id}`)).json().estado,
      (estado) => estado !== 'confirmado',
    )
    return pedido_id
  }
  const print = (pedido_id: string, body: object = {}) =>
    shop.post(`/api/mostrador/pedidos/${pedido_id}/imprimir`, body, owner)
  const made = async (pedido_id: string) =>
    (await shop.get(`/api/mostrador/impresiones?pedido_id=${pedido_id}`, owner)).json<Impresion[]>()
  const first = async (token = alberdi) => {
    const [tarea] = await eventually(
      () => tareas(token),
      (found) => found.length > 0,
    )
    if (!tarea) throw new Error('nothing to print')
    return tarea
  }
  /** A paid order of one work, leased by the agent, its first byte allowed. */
  const printing = async (opciones: object = {}) => {
    const id = await pedido(opciones)
    await print(id)
    const tarea = await first()
    await authorise(tarea)
    return { id, tarea }
  }
  const answer = (id: number, body: object) =>
    shop.post(`/api/mostrador/impresiones/${id}/resolver`, body, owner)
  return {
    ...shop,
    owner,
    alberdi,
    aguilares,
    printer,
    as,
    tareas,
    tell,
    beat,
    authorise,
    pedido,
    print,
    made,
    first,
    printing,
    answer,
  }
}
