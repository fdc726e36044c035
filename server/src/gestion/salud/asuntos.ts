// Tells the operator the problems and their remedies. Pure functions: facts in, messages out.
import type { Asunto } from '@imprimitodo/shared/api/salud'
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { formatDay } from '@imprimitodo/shared/rules/base/fecha'
import type { EstadoBitacora } from '../../base/runtime/deps.ts'
import { sinPedidoText } from '../../dinero/pagos/service.ts'
import { asunto, bien, known, MINUTE, since, size } from './asunto.ts'
import { danados } from './danados.ts'
import { bitacora, copia, ensayo, respaldo, SIN_COPIA } from './respaldo.ts'
import type { CIFRAS, Found } from './store.ts'
import { sumas } from './sumas.ts'

/** Each known figure; null: it could not be read in time. */
export type Cifras = Found<typeof CIFRAS> & {
  disco: { libre: number; reserva: number; takes: boolean } | null
  impresoras: Impresora[] | null
  agentes: Agente[] | null
}
type Impresora = {
  nombre: string
  sucursal: string
  anda: boolean
  texto: string
  vista: number | null
  hojas: number
}
type Agente = { nombre: string; sucursal: string; visto: number | null }
export type Known<K extends keyof Cifras> = NonNullable<Cifras[K]>

export type Hechos = {
  /** By the shop's clock, ms since 1970. */
  now: number
  cifras: Cifras
  /** Outside services that fail, since when; as this process sees them. */
  fallas: { cual: string; since: number; failures: number }[]
  /** The bitacora; undefined: this process keeps none. */
  bitacora?: EstadoBitacora | undefined
  /**
   * Where backups are copied to; null: nowhere, in a shop with customers; undefined: nowhere, and that is
   * fine.
   */
  copia: string | null | undefined
  /** No mail server is connected. */
  sinCorreo?: boolean
  /** When ARCA's certificate ends, ms since 1970; undefined: there is none. */
  certificado?: number | undefined
  /** The seller that customers see is made up, or not filled in. */
  vendedor: 'de ejemplo' | 'sin llenar' | null
}

/** Seconds after which a waiting job is stuck: jobs are tried again every minute at most. */
const STUCK_S = 15 * MINUTE
const SILENT_S = 2 * MINUTE
const MAIL_S = 15 * MINUTE
const CLOCK_MS = 5_000
/** With fewer failures in a row an outside service may have had a bad moment. */
export const FEW_FAILURES = 3

export function asuntosOf(hechos: Hechos): Asunto[] {
  const { now, cifras } = hechos
  const { impresoras: printers, agentes: agents } = cifras
  if (Object.entries(cifras).every(([name, figure]) => name === 'disco' || figure === null))
    return [...known('disco', cifras.disco, disco), SIN_BASE]
  return [
    ...known('respaldo', cifras.respaldos, (it) => respaldo(it, now)),
    ...(hechos.bitacora ? [bitacora(hechos.bitacora, now)] : []),
    ...copiaOf(hechos),
    ...known('ensayo', cifras.ensayos, (it) => ensayo(it, hechos.copia !== undefined, now)),
    ...known('disco', cifras.disco, disco),
    ...known('archivos', cifras.archivos, (it) => danados(it, now)),
    ...known('sumas', cifras.sumas, sumas),
    ...proveedores(hechos),
    ...(hechos.sinCorreo ? [sinCorreo(cifras.correos)] : known('correo', cifras.correos, correo)),
    ...known('pagos', cifras.pagos, pagos),
    ...known('pagosSinPedido', cifras.pagosSinPedido, (it) => it.map(pagoSinPedido)),
    ...known('facturas', cifras.facturas, facturas),
    ...(hechos.certificado === undefined ? [] : [certificado(hechos.certificado, now)]),
    ...known('trabajos', cifras.trabajos, trabajos),
    ...known('agentes', agents, (it) => agentes(it, now)),
    ...known('impresoras', printers && agents && { printers, agents }, (it) => impresoras(it, now)),
    ...known('base', cifras.base, base),
    ...known('reloj', cifras.reloj, reloj),
    vendedor(hechos),
  ]
}

function copiaOf({ copia: lugar, cifras, now }: Hechos): Asunto[] {
  if (lugar === undefined) return []
  if (lugar === null) return [SIN_COPIA]
  return known('copia', cifras.copias, (it) => copia(it, lugar, now))
}

/** When no figure is known. */
const SIN_BASE: Asunto = asunto({
  cual: 'base',
  titulo: 'Base de datos',
  estado: 'urgente',
  detalle: 'No contesta a tiempo: no se sabe cómo está lo demás.',
  hacer:
    'Mirá si el disco está lleno o la máquina muy cargada. Si sigue así, reiniciá el servidor: no se pierde nada.',
})

function disco({ libre, reserva, takes }: Known<'disco'>): Asunto {
  if (!takes)
    return asunto({
      cual: 'disco',
      titulo: 'Disco',
      estado: 'urgente',
      detalle: `Quedan ${size(libre)} libres, pero no deja escribir: no se acepta ningún archivo.`,
      hacer:
        'Fijate si quedó de solo lectura (mount), sin inodos (df -i) o si falla. Apenas deje escribir, se aceptan solos.',
    })
  const hacer = 'Liberá espacio en el disco del servidor, o agrandalo. Mientras tanto no se borra nada.'
  const detalle = `Quedan ${size(libre)} libres; por debajo de ${size(reserva)} no se aceptan archivos.`
  const common = { cual: 'disco', titulo: 'Disco', detalle, hacer }
  if (libre < reserva)
    return asunto({ ...common, estado: 'urgente', detalle: `${detalle} Ahora se están rechazando.` })
  if (libre < 2 * reserva) return asunto({ ...common, estado: 'urgente' })
  if (libre < 5 * reserva) return asunto({ ...common, estado: 'atencion' })
  return bien('disco', 'Disco', detalle)
}

const PROVEEDORES: Record<string, { titulo: string; mientras: string }> = {
  pagos: {
    titulo: 'Mercado Pago',
    mientras: 'Los clientes no pueden pagar en línea: cobrá en el mostrador.',
  },
  facturas: { titulo: 'ARCA', mientras: 'Las facturas esperan y se hacen solas cuando vuelva.' },
  correo: { titulo: 'Servidor de correo', mientras: 'Los mails esperan y salen solos cuando vuelva.' },
  mapas: { titulo: 'Mapas', mientras: 'Los envíos se calculan con la distancia estimada.' },
  captcha: { titulo: 'reCAPTCHA', mientras: 'Los controles antirobots pasan a la prueba propia.' },
}

function proveedores({ fallas, now }: Hechos): Asunto[] {
  return fallas
    .filter(({ failures }) => failures >= FEW_FAILURES)
    .map(({ cual, since: start }) => {
      const { titulo, mientras } = PROVEEDORES[cual] ?? { titulo: cual, mientras: '' }
      return asunto({
        cual: `proveedor:${cual}`,
        titulo,
        estado: cual === 'pagos' ? 'urgente' : 'atencion',
        detalle: `No responde bien hace ${since(now - start)}. ${mientras}`,
        hacer:
          'Probalo desde Proveedores. Si sigue igual, mirá si avisaron de un corte, y las claves del servidor.',
        enlace: '/mostrador/proveedores',
      })
    })
}

const DAY_MS = 86_400_000
/** The owner renews it by hand, at ARCA. */
const RENEW_DAYS = 30

function certificado(ends: number, now: number): Asunto {
  const common = {
    cual: 'certificado',
    titulo: 'Certificado de ARCA',
    enlace: '/mostrador/proveedores',
    hacer:
      'En Proveedores, Facturas: bajá la solicitud, subila a ARCA y cargá el certificado nuevo. La clave es la misma.',
  }
  const day = formatDay(new Date(ends))
  if (ends <= now)
    return asunto({
      ...common,
      estado: 'urgente',
      detalle: `Venció el ${day}: no sale ninguna factura, y las que se piden esperan.`,
    })
  if (ends - now < RENEW_DAYS * DAY_MS)
    return asunto({
      ...common,
      estado: 'atencion',
      detalle: `Vence el ${day}: después no sale ninguna factura.`,
    })
  return bien('certificado', 'Certificado de ARCA', `Vale hasta el ${day}.`)
}

/** Without a mail server mails are kept, and count as sent. */
function sinCorreo(correos: Known<'correos'> | null): Asunto {
  const kept = correos?.semana ? ` En los últimos 7 días, ${count(correos.semana, 'mail')}.` : ''
  return asunto({
    cual: 'correo',
    titulo: 'Mails',
    estado: 'atencion',
    enlace: '/mostrador/proveedores',
    detalle: `Se guardan y no salen: no hay servidor de correo, y nadie se entera de que su pedido está listo.${kept}`,
    hacer:
      'Conectá el correo en Proveedores. Salen también los guardados de los últimos 3 días que todavía sirvan.',
  })
}

/** Where mails to so many domains are refused one after another, it is hardly for the addresses. */
const MANY_DOMAINS = 3

function correo({ esperan, esperan_s, rechazados, dominios_seguidos }: Known<'correos'>): Asunto {
  const common = { cual: 'correo', titulo: 'Mails', enlace: '/mostrador/proveedores' }
  if (esperan > 0 && esperan_s > MAIL_S)
    return asunto({
      ...common,
      estado: 'urgente',
      detalle: `Hay ${count(esperan, 'mail que no salió', 'mails que no salieron')}: el más viejo espera hace ${since(esperan_s * 1000)}.`,
      hacer: 'Probá el correo desde Proveedores. Se sigue intentando solo, durante cinco días.',
    })
  const refused = `En los últimos 7 días ${rechazados === 1 ? 'se rechazó' : 'se rechazaron'} ${count(rechazados, 'mail')}.`
  if (dominios_seguidos >= MANY_DOMAINS)
    return asunto({
      ...common,
      estado: 'urgente',
      detalle: `${refused} Desde el último que salió se rechazaron todos, a ${dominios_seguidos} dominios distintos.`,
      hacer:
        'Probá el correo desde Proveedores: puede que tu servidor haya bloqueado la cuenta, o que no tome más mails por hoy.',
    })
  if (rechazados > 0)
    return asunto({
      ...common,
      estado: 'atencion',
      enlace: null,
      detalle: refused,
      hacer: 'Suele ser una dirección mal escrita: avisale al cliente por teléfono si tiene un pedido.',
    })
  return bien(
    'correo',
    'Mails',
    esperan > 0 ? `${count(esperan, 'mail está', 'mails están')} saliendo.` : 'Salieron todos.',
  )
}

function pagos(pagos: Known<'pagos'>): Asunto {
  const { links, avisos, avisos_s, devoluciones, devoluciones_s } = pagos
  const common = { cual: 'pagos', titulo: 'Pagos', enlace: '/mostrador/proveedores' }
  if (avisos > 0 && avisos_s > STUCK_S)
    return asunto({
      ...common,
      estado: 'urgente',
      detalle: `Hay ${count(avisos, 'aviso de pago', 'avisos de pago')} sin poder leer hace ${since(avisos_s * 1000)}.`,
      hacer: 'Probá Pagos desde Proveedores. No cobres de nuevo sin mirar antes si el pago entró.',
    })
  if (devoluciones > 0 && devoluciones_s > STUCK_S)
    return asunto({
      ...common,
      estado: 'atencion',
      detalle: `Hay ${count(devoluciones, 'devolución', 'devoluciones')} sin hacer hace ${since(devoluciones_s * 1000)}.`,
      hacer: 'Se reintenta sola. Si Pagos anda en Proveedores y sigue igual, hacela desde Mercado Pago.',
    })
  return bien(
    'pagos',
    'Pagos',
    links > 0 ? `${count(links, 'pedido espera', 'pedidos esperan')} su pago.` : 'No hay pagos esperando.',
  )
}

function pagoSinPedido(pago: Known<'pagosSinPedido'>[number]): Asunto {
  const { nota, hacer } = sinPedidoText({ ...pago, creado: new Date(pago.creado) })
  return asunto({
    cual: `pago-sin-pedido:${pago.id}`,
    titulo: `Pago ${pago.id} sin pedido`,
    estado: 'urgente',
    detalle: nota,
    hacer,
    resolver: pago.id,
  })
}

function facturas({ esperan, esperan_s, rechazadas }: Known<'facturas'>): Asunto {
  const common = {
    cual: 'facturas',
    titulo: 'Comprobantes',
    enlace: '/mostrador/comprobantes',
    estado: 'atencion',
  } as const
  if (rechazadas > 0)
    return asunto({
      ...common,
      detalle: `ARCA rechazó ${count(rechazadas, 'comprobante')}.`,
      hacer: 'Miralos en Comprobantes: cada uno dice por qué, y se puede reintentar.',
    })
  if (esperan > 0 && esperan_s > STUCK_S)
    return asunto({
      ...common,
      detalle: `Hay ${count(esperan, 'comprobante')} sin hacer hace ${since(esperan_s * 1000)}.`,
      hacer: 'Se reintentan solos. Si ARCA anda en Proveedores y siguen igual, miralos en Comprobantes.',
    })
  return bien('facturas', 'Comprobantes', 'Están todos hechos.')
}

function trabajos(trabajos: Known<'trabajos'>): Asunto {
  const stuck = trabajos.filter(({ estado, atraso_s }) => estado !== 'active' && atraso_s > STUCK_S)
  if (stuck.length === 0) return bien('trabajos', 'Tareas del servidor', 'Están al día.')
  const total = stuck.reduce((sum, { cantidad }) => sum + cantidad, 0)
  const oldest = Math.max(...stuck.map(({ atraso_s }) => atraso_s))
  const colas = [...new Set(stuck.map(({ cola }) => cola))].join(', ')
  return asunto({
    cual: 'trabajos',
    titulo: 'Tareas del servidor',
    estado: 'atencion',
    detalle: `Hay ${count(total, 'tarea atrasada', 'tareas atrasadas')} (${colas}): la más vieja espera hace ${since(oldest * 1000)}.`,
    hacer: 'Si un proveedor no anda, esperan por él. Si anda todo, reiniciá el servidor: no se pierde nada.',
  })
}

function agentes(agentes: Agente[], now: number): Asunto[] {
  return agentes
    .filter(({ visto }) => visto === null || now - visto > SILENT_S * 1000)
    .map(({ nombre, sucursal, visto }) =>
      asunto({
        cual: `agente:${nombre}`,
        titulo: `Agente ${nombre}`,
        estado: 'atencion',
        sucursal,
        detalle:
          visto === null
            ? `El agente de ${sucursal} nunca se conectó.`
            : `El agente de ${sucursal} no se conecta hace ${since(now - visto)}: nada se imprime ahí.`,
        hacer: 'Prendé la computadora de la sucursal y fijate que tenga internet y el agente andando.',
        enlace: '/mostrador/impresoras',
      }),
    )
}

/** Without printers whose agent is silent: the agent's message covers them. */
function impresoras(
  { printers, agents }: { printers: Impresora[]; agents: Agente[] },
  now: number,
): Asunto[] {
  const connected = new Set(
    agents
      .filter(({ visto }) => visto !== null && now - visto <= SILENT_S * 1000)
      .map(({ sucursal }) => sucursal),
  )
  const stopped = printers.filter(({ anda, sucursal }) => !anda && connected.has(sucursal))
  if (printers.length > 0 && stopped.length === 0 && connected.size > 0)
    return [bien('impresoras', 'Impresoras', 'Las que tienen agente conectado están listas.')]
  return stopped.map(({ nombre, sucursal, texto, vista, hojas }) =>
    asunto({
      cual: `impresora:${nombre}`,
      titulo: `Impresora ${nombre}`,
      estado: 'atencion',
      sucursal,
      detalle: `${sucursal}: ${texto}${vista === null ? '' : ` (se supo por última vez hace ${since(now - vista)})`}.${hojas > 0 ? ` La esperan ${count(hojas, 'hoja')}.` : ''}`,
      hacer: 'Mirá la impresora: papel, tóner, tapa, cable. Lo que la espera se puede pasar a otra.',
      enlace: '/mostrador/impresoras',
    }),
  )
}

function base(base: Known<'base'>): Asunto {
  const detalle = `Ocupa ${size(base.bytes)}; ${base.conexiones} conexiones de ${base.maximo}.`
  if (base.conexiones < 0.9 * base.maximo) return bien('base', 'Base de datos', detalle)
  return asunto({
    cual: 'base',
    titulo: 'Base de datos',
    estado: 'atencion',
    detalle,
    hacer: 'Subí max_connections en PostgreSQL, o bajá DATABASE_POOL en cada proceso del servidor.',
  })
}

function reloj({ adelanto }: Known<'reloj'>): Asunto {
  const off = Math.abs(adelanto)
  if (off <= CLOCK_MS) return bien('reloj', 'Reloj', 'El servidor y la base de datos tienen la misma hora.')
  return asunto({
    cual: 'reloj',
    titulo: 'Reloj',
    estado: 'atencion',
    detalle: `El reloj del servidor y el de la base de datos difieren en ${since(off)}.`,
    hacer: 'Activá la hora automática (NTP) en las dos máquinas: los vencimientos dependen de ella.',
  })
}

function vendedor({ vendedor: falta }: Hechos): Asunto {
  const titulo = 'Datos del comercio'
  if (!falta) return bien('vendedor', titulo, 'El sitio dice quién vende.')
  return asunto({
    cual: 'vendedor',
    titulo,
    estado: 'atencion',
    enlace: '/mostrador/dueno/negocio',
    detalle:
      falta === 'de ejemplo'
        ? 'El sitio muestra un CUIT o un e-mail de ejemplo, y la ley pide los de quien vende.'
        : 'El sitio no dice quién vende, y la ley lo pide.',
    hacer: 'Completá los datos del vendedor en Negocio.',
  })
}
