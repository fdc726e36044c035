// Every mail that the shop can send, made from its own templates with example facts.
import { DEFAULT_TARIFAS } from '@imprimitodo/shared/rules/compra/precio'
import { vueltaOf } from '@imprimitodo/shared/rules/dinero/medio'
import type { Sucursal } from '../base/runtime/deps.ts'
import { type Letter, mailLetter } from '../base/web/mail-page.ts'
import {
  mailBuscado,
  mailCupon,
  mailDemora,
  mailEnRevision,
  mailEspera,
  mailListo,
  mailMudado,
  mailPagado,
  mailPorVencer,
  mailRechazado,
} from '../compra/pedidos/mails/mails.ts'
import { mailCancelado, mailDevuelto, mailSobra } from '../compra/pedidos/mails/mails-devolucion.ts'
import type { Pedido } from '../compra/pedidos/service.ts'
import { mailReposicion } from '../compra/reposiciones/mails.ts'
import { mailNavegadorNuevo } from '../cuentas/auth/mails.ts'
import * as clientes from '../cuentas/clientes/mails.ts'
import * as arrepentimiento from '../dinero/arrepentimiento/mails.ts'
import { mailExtracto } from '../dinero/cuentas-corrientes/mails.ts'
import { mailFactura } from '../dinero/facturas/mails.ts'
import { mailPagoSinPedido, mailPagoToDueno } from '../dinero/pagos/mails.ts'
import { sinPedidoText } from '../dinero/pagos/sin-pedido.ts'
import { anuladosText, mailAnulados, mailPremio } from '../fidelidad/puntos/mails.ts'
import { type NewCorreo, named } from '../gestion/correos/service.ts'
import { mailResumen } from '../gestion/reportes/mails.ts'
import * as acceso from '../mostrador/acceso/mails.ts'

const publicUrl = 'https://imprimitodo.example'
const at = (text: string): Date => new Date(`${text}:00-03:00`)

const SUCURSAL: Sucursal = {
  id: 1,
  nombre: 'Alberdi',
  direccion: 'Av. San Martín 512, Juan Bautista Alberdi',
  whatsapp: '5493865471200',
  lat: 0,
  lng: 0,
  horario: 'Lunes a viernes de 8:30 a 13 y de 17 a 21; sábados de 9 a 13',
  hojas: [],
}
const PEDIDO = {
  id: 'H0S1TM3TSYY3aaaaaaaaaa',
  numero: 1042,
  estado: 'pagado',
  referencia: 'ref',
  tarifas: DEFAULT_TARIFAS,
  descuento_porcentaje: 5,
  descuento_hojas: 0,
  descuento_codigo: 0,
  total_otros: 0,
  final_otros: 0,
  descuento_mano: 0,
  motivo_descuento: null,
  resta: 0,
  total_impresion: 36_160_00,
  total_anillado: 3_200_00,
  importe_final: 37_392_00,
  final_impresion: 34_352_00,
  final_anillado: 3_040_00,
  email: 'lucia.gomez@example.com',
  sucursal_id: 1,
  modo_entrega: 'retiro',
  direccion_entrega: null,
  costo_delivery: 0,
  codigo_retiro: 'H0S1-TM3T-SYY3',
  prometido: at('2026-11-23T10:20'),
  nueva_hora: null,
  pagado: at('2026-11-23T09:05'),
  vence: at('2026-11-25T16:10'),
} as Pedido
const DELIVERY: Pedido = {
  ...PEDIDO,
  modo_entrega: 'delivery',
  direccion_entrega: 'Belgrano 348, Aguilares',
  costo_delivery: 2_000_00,
}
const UNPAID: Pedido = { ...PEDIDO, estado: 'confirmado', pagado: null }
const PIEZAS = [
  { title: 'Anillado 1: Tesis final - Gómez.pdf + Anexo encuestas.pdf', note: '180 hojas por 2 copias' },
  { title: 'Láminas de anatomía con un nombre muy largo (versión corregida).pdf', note: '12 hojas, a color' },
  { title: 'CV_Lucia_Gomez_actualizado_noviembre_2026_definitivo.pdf', note: '1 hoja, doble faz' },
]
const DEVUELTO = { importe: 37_392_00, vuelta: vueltaOf({ medio: 'visa', en_caja: false }) }

/** Codes that a refund voids. */
const ANULADOS = [
  { codigo: '9XR2-C4VN-60KE', producto_nombre: 'Cuaderno A5', hojas: null },
  { codigo: 'C4VN-60KE-9XR2', producto_nombre: 'Hojas gratis', hojas: 20 },
]

function ofPedidos(dataDir: string): Record<string, NewCorreo> {
  const around = { publicUrl, dataDir }
  const unpaid = { sucursal: SUCURSAL, around, archivos: 4 }
  const con = { ...unpaid, piezas: PIEZAS }
  const cuando = at('2026-11-23T10:05')
  const vuelto = { codigo: 'C4VN-60KE-9XR2', hojas: 12, vence: at('2027-02-20T12:00') }
  const cancelado = { quien: 'cliente', motivo: 'Ya no lo necesito' } as const
  const cupon = {
    id: '1',
    importe: 37_392_00,
    url: 'https://pagos.example/cupon/333500880000',
    numero: '33350088000037392042126125160000',
  }
  return {
    espera: mailEspera(UNPAID, unpaid),
    'en-revision': mailEnRevision(UNPAID, unpaid),
    cupon: mailCupon(UNPAID, unpaid, cupon),
    'cupon-sin-enlace': mailCupon(UNPAID, unpaid, { ...cupon, url: null, numero: null }),
    rechazado: mailRechazado(UNPAID, unpaid, '1'),
    'rechazado-tarde': mailRechazado({ ...UNPAID, estado: 'vencido' }, unpaid, '1', true),
    'por-vencer': mailPorVencer(UNPAID, unpaid, { now: at('2026-11-25T04:10'), acreditado: 0 }),
    'por-vencer-falta': mailPorVencer(UNPAID, unpaid, { now: at('2026-11-25T04:10'), acreditado: 20_000_00 }),
    pagado: mailPagado(PEDIDO, con, { vueltos: [vuelto], puntos: { cuantos: 37_392, sumados: false } }),
    'pagado-envio': mailPagado(DELIVERY, con, { puntos: { cuantos: 37_392, sumados: true } }),
    demora: mailDemora(PEDIDO, con, {
      prometido: at('2026-11-23T10:20'),
      hora: at('2026-11-23T11:40'),
      cuando,
    }),
    'demora-envio': mailDemora(DELIVERY, con, {
      prometido: at('2026-11-23T10:20'),
      hora: at('2026-11-23T11:40'),
      cuando,
    }),
    listo: mailListo(PEDIDO, con, 1),
    'listo-envio': mailListo(DELIVERY, con, 1),
    mudado: mailMudado(PEDIDO, { ...SUCURSAL, nombre: 'Aguilares' }, around, cuando),
    buscado: mailBuscado(PEDIDO, con, '1'),
    cancelado: mailCancelado(PEDIDO, con, { ...cancelado, devueltos: [DEVUELTO], isUncharged: false }),
    'cancelado-local': mailCancelado(UNPAID, unpaid, {
      quien: 'local',
      motivo: 'No hay papel de ese tamaño',
      devueltos: [],
      isUncharged: true,
    }),
    devuelto: mailDevuelto(PEDIDO, con, {
      clave: '1',
      motivo: 'Una hoja salió manchada',
      devuelto: { ...DEVUELTO, importe: 1_200_00 },
      anulados: anuladosText({ anulados: ANULADOS, saldo: 480, deuda: 0 }),
    }),
    sobra: mailSobra(PEDIDO, con, { pagoId: '2', devuelto: DEVUELTO }),
    reposicion: mailReposicion(
      PEDIDO,
      [{ nombre: 'Tesis final - Gómez.pdf', enlace: `${publicUrl}/archivo/abc`, isRefused: false }],
      cuando,
    ),
  }
}

function ofMoney(dataDir: string): Record<string, NewCorreo> {
  const aviso = {
    about: '1',
    nota: 'Tu pedido ya estaba pagado y entró otro pago de $ 37.392,00: vuelve solo.',
  }
  const factura = {
    id: 'f1',
    clase: 'factura',
    proveedor: 'simulado',
    importe: 37_392_00,
    documento_id: null,
    cliente: { nombre: 'Lucía Gómez' },
  } as Parameters<typeof mailFactura>[0]
  const arrepentido = {
    codigo: 'ARR-7F3K',
    nombre: 'Lucía Gómez',
    email: 'lucia.gomez@example.com',
    compra: 'Pedido 1042',
    motivo: null,
    creado: at('2026-11-23T09:05'),
  } as Parameters<typeof arrepentimiento.mailArrepentimientoToDueno>[0]
  const premio = {
    id: 7,
    codigo: '9XR2-C4VN-60KE',
    producto_nombre: 'Cuaderno A5',
    vence: at('2027-02-20T12:00'),
  } as Parameters<typeof mailPremio>[0]
  const extracto = {
    cuenta: { id: 3, nombre: 'Escuela N.º 12 «Juan B. Alberdi»', email: 'escuela12@example.com' },
    mes: '2026-11',
    saldo_anterior: 18_400_00,
    saldo_final: 26_950_00,
    movimientos: [
      { tipo: 'cargo', importe: 20_550_00 },
      { tipo: 'pago', importe: -12_000_00 },
    ],
  } as Parameters<typeof mailExtracto>[0]
  const sinPedido = { id: '1307696155', importe: 1520_00, moneda: 'ARS', creado: at('2026-11-23T18:00') }
  const resumen = { para: 'duena@example.com', dia: '2026-11-23', publicUrl }
  return {
    pago: mailPagoToDueno('duena@example.com', PEDIDO, aviso, publicUrl),
    'pago-sin-pedido': mailPagoSinPedido(
      'duena@example.com',
      '1307696155',
      sinPedidoText(sinPedido),
      publicUrl,
    ),
    factura: mailFactura(factura, PEDIDO, 'Factura C 0001-00000042', { dataDir, publicUrl }),
    extracto: mailExtracto(extracto, { documento_id: null, sucursal: null }),
    arrepentimiento: arrepentimiento.mailRecibido(arrepentido),
    'arrepentimiento-duena': arrepentimiento.mailArrepentimientoToDueno(arrepentido, {
      para: 'duena@example.com',
      isLast: true,
    }),
    anulados: mailAnulados(
      { id: 1, email: 'lucia.gomez@example.com' },
      { id: 7, text: anuladosText({ anulados: ANULADOS.slice(0, 1), saldo: 0, deuda: 1200 }) ?? '' },
      publicUrl,
    ),
    premio: mailPremio(premio, { id: 1, email: 'lucia.gomez@example.com' }, publicUrl),
    resumen: mailResumen(resumen, {
      tramo: { from: at('2026-11-21T13:00'), to: at('2026-11-23T21:00') },
      pedidos: { confirmados: 44, pagados: 38 },
      ventas: [
        { canal: 'web', medio: 'debvisa', cobrado: 312_380_00, devuelto: 1_200_00 },
        { canal: 'mostrador', medio: 'efectivo', cobrado: 96_500_00, devuelto: 0 },
        { canal: 'envio', medio: null, cobrado: 4_000_00, devuelto: 0 },
      ],
      tarde: 2,
      dudosas: 1,
      espera: { por_pagar: 6, por_imprimir: 3, en_produccion: 5, listos: 24 },
    }),
  }
}

function ofAccounts(): Record<string, NewCorreo> {
  const address = { clave: 'x', para: 'lucia.gomez@example.com' }
  const token = 'q7dGk2mXw9Jt4sVb0nRc1yLh8eZf3uPa5iQo6rTw'
  const having = { publicUrl, now: () => at('2026-11-23T09:05') } as Parameters<
    typeof acceso.mailIngresoNuevo
  >[0]
  const letter = (one: Letter) => mailLetter(address, one)
  const dispositivo = 'Chrome en un teléfono con Android'
  return {
    activacion: clientes.mailActivacion(address, publicUrl, token, 10),
    recuperacion: clientes.mailRecuperacion(address, publicUrl, token),
    'confirmar-correo': clientes.mailConfirmarCorreo(address, publicUrl, token, true),
    'correo-ocupado': clientes.mailCorreoOcupado(address, publicUrl),
    'cambio-pedido': clientes.mailCambioPedido(address, publicUrl, token),
    'email-anterior': clientes.mailEmailAnterior(address, publicUrl, token),
    'email-restaurado': clientes.mailEmailRestaurado(address, publicUrl),
    'password-cambiada': clientes.mailPasswordCambiada(address, publicUrl),
    'cuenta-eliminada': clientes.mailCuentaEliminada(address),
    navegador: mailNavegadorNuevo({ id: 1, email: address.para }, publicUrl, {
      dispositivo,
      cuando: at('2026-11-23T09:05'),
    }),
    'mostrador-ingreso': letter(acceso.mailIngresoNuevo(having, dispositivo)),
    'mostrador-factor': letter(acceso.mailSegundoFactorCambiado(having, 'activado')),
    'mostrador-recuperacion': letter(acceso.mailRecuperacionOperador(having, token)),
    'mostrador-contrasena': letter(acceso.mailContrasenaCambiada(having)),
    'mostrador-correo': letter(acceso.mailCorreoCambiado('n•••@example.com')),
    'mostrador-invitacion': letter(acceso.mailInvitacion(having, 'la sucursal Alberdi', token)),
    'mostrador-acceso': letter(acceso.mailAccesoNuevo(having, 'la sucursal Alberdi')),
    'mostrador-cambio': letter(acceso.mailAccesoCambiado('Desde ahora trabajás para todas las sucursales.')),
  }
}

/** Every mail by its topic. `dataDir`: holds the secret that signs their links. `elegido`: the shop's own name. */
export function everyCorreo(dataDir: string, elegido?: string): Record<string, NewCorreo> {
  const correos = { ...ofPedidos(dataDir), ...ofMoney(dataDir), ...ofAccounts() }
  return Object.fromEntries(Object.entries(correos).map(([key, correo]) => [key, named(correo, elegido)]))
}
