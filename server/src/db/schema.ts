import type { PerfilImpresora } from '@imprimitodo/shared/api/agente'
import { AUDITADOS, AUDITORIA_ACCIONES } from '@imprimitodo/shared/rules/auditoria'
import { ESTADOS_IMPRESION, FASES } from '@imprimitodo/shared/rules/impresion'
import { ESTADOS } from '@imprimitodo/shared/rules/pedido'
import type { Tarifas } from '@imprimitodo/shared/rules/precio'
import type { TiempoTrabajo } from '@imprimitodo/shared/rules/promesa'
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  customType,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  numeric,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

/** Money is integer centavos (bigint: an int would end at 21 million pesos); instants are UTC. */
const centavos = () => bigint({ mode: 'number' })
const instant = () => timestamp({ withTimezone: true })
const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** The owner's settings, one row. Prices in centavos; texts and odds of later features join here. */
export type AjustesValores = Tarifas & {
  descuentoCompra: number
  radioPermitido: number
  precioDelivery: number
  puntos_por_peso: number
  cupon: { primero: number; siguientes: number }
  /** `pesos`: relative odds of min..max, one by one; null or absent: all alike. */
  ruleta: { min: number; max: number; pesos?: number[] | null }
  retencion_dias: number
  promesa: TiempoTrabajo
  vidriera: Vidriera
  /** A voucher for every paid order at hand-over, whether or not the customer asks for it. */
  facturar_siempre: boolean
  facturacion: Facturacion
}

/** What vouchers say of the shop beside `vidriera.vendedor`. */
export type Facturacion = {
  /** ARCA's point of sale (of type "web services") of each branch, by its name; 1 where none is given. */
  puntos_venta: Record<string, number>
  /** Number of gross income tax, or 'No contribuyente'. */
  ingresos_brutos: string
  /** 'YYYY-MM-DD' */
  inicio_actividades: string
}

/** What the shop says of itself in public. */
export type Vidriera = {
  redes: { nombre: 'Instagram' | 'Facebook' | 'TikTok'; url: string }[]
  /** The flag kit is served at /{token}.pdf; null: there is none. */
  kit_banderas: string | null
  vendedor: {
    razon_social: string
    cuit: string
    condicion_iva: 'RI' | 'MT'
    domicilio: string
    email: string
    telefono: string
    /** Of ARCA's "Data Fiscal" page; null until the owner has one. */
    data_fiscal_url: string | null
  }
}
export const ajustes = pgTable(
  'ajustes',
  {
    id: integer().primaryKey().default(1),
    valores: jsonb().$type<AjustesValores>().notNull(),
    actualizado: instant().notNull().defaultNow(),
  },
  (t) => [check('ajustes_una_fila', sql`${t.id} = 1`)],
)

export const sucursales = pgTable('sucursales', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  nombre: text().notNull().unique(),
  direccion: text().notNull(),
  /** Digits with country code, as wa.me wants them. */
  whatsapp: text().notNull(),
  lat: doublePrecision().notNull(),
  lng: doublePrecision().notNull(),
  horario: text().notNull(),
})

/** People of the back office. */
export const operadores = pgTable('operadores', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  /** Lower case. */
  email: text().notNull().unique(),
  nombre: text().notNull(),
  rol: text({ enum: ['dueno', 'operador'] }).notNull(),
  sucursal_id: integer().references(() => sucursales.id),
  password_hash: text().notNull(),
  /** No longer works here: nobody signs in with it, and what it did keeps its name. */
  retirado: instant(),
  /** Base32, as the app of the phone was given it; null: no second factor. */
  totp_secreto: text(),
  /** Since when it is asked for; null while it was only shown. */
  totp_activado: instant(),
  /** The last 30 s step whose code was taken: no code counts twice. */
  totp_paso: bigint({ mode: 'number' }),
  /** sha256 of each recovery code that is left, hex. */
  totp_recuperacion: text().array().notNull().default([]),
})

export const sesiones_mostrador = pgTable('sesiones_mostrador', {
  /** sha256 of the bearer, hex: a leaked table opens nothing. */
  token_hash: text().primaryKey(),
  operador_id: integer()
    .notNull()
    .references(() => operadores.id, { onDelete: 'cascade' }),
  vence: instant().notNull(),
})

/** Accounts of customers. Until its link is followed an account is `activado` null: nobody logs in with it. */
export const clientes = pgTable('clientes', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  /** Lower case: addresses compare without it. */
  email: text().notNull().unique(),
  nombre: text().notNull(),
  /** Digits: 10 national ones where that is certain. */
  celular: text().notNull(),
  fecha_nacimiento: date({ mode: 'string' }).notNull(),
  password_hash: text().notNull(),
  creado: instant().notNull().defaultNow(),
  activado: instant(),
})

/** One login of a customer: the row is the session, and deleting it ends the session and all its tokens at once. */
export const sesiones = pgTable(
  'sesiones',
  {
    /** In the access token; opens nothing by itself. */
    id: uuid().primaryKey(),
    cliente_id: integer()
      .notNull()
      .references(() => clientes.id, { onDelete: 'cascade' }),
    creada: instant().notNull(),
    /** Last renewal. */
    usada: instant().notNull(),
    /** 'Chrome en Android': what the login's browser said of itself, in plain words. */
    dispositivo: text().notNull().default('Otro dispositivo'),
  },
  (t) => [index('sesiones_cliente').on(t.cliente_id), index('sesiones_usada').on(t.usada)],
)

/**
 * Every refresh token a session ever had, so that an old one that comes back is recognised. The successor of a token
 * is derived from it, never stored.
 */
export const refrescos = pgTable(
  'refrescos',
  {
    /** sha256, hex. */
    token_hash: text().primaryKey(),
    sesion_id: uuid()
      .notNull()
      .references(() => sesiones.id, { onDelete: 'cascade' }),
    /** First used: since then its successor exists. */
    usado: instant(),
  },
  (t) => [index('refrescos_sesion').on(t.sesion_id)],
)

/** Links in mails to customers. A link that is void has no row. */
export const enlaces = pgTable(
  'enlaces',
  {
    /** sha256, hex. */
    token_hash: text().primaryKey(),
    cliente_id: integer()
      .notNull()
      .references(() => clientes.id, { onDelete: 'cascade' }),
    tipo: text({ enum: ['activacion', 'recuperacion', 'deshacer_email'] }).notNull(),
    /** deshacer_email: the address it gives back. */
    email_anterior: text(),
    creado: instant().notNull(),
    vence: instant().notNull(),
    usado: instant(),
  },
  (t) => [index('enlaces_cliente').on(t.cliente_id, t.tipo), index('enlaces_vence').on(t.vence)],
)

/** Solved checks and `cap` cookies that were spent: each counts once, whichever process sees it. */
export const captcha_usados = pgTable(
  'captcha_usados',
  { id: text().primaryKey(), vence: instant().notNull() },
  (t) => [index('captcha_usados_vence').on(t.vence)],
)

/** Bytes that reached us whole. An order's line names one; several orders may (a new quote, a repeated order). */
export const contenidos = pgTable(
  'contenidos',
  {
    /** Unguessable: it is also the `subida` that lets its uploader reuse the bytes. */
    id: text().primaryKey(),
    bytes: bigint({ mode: 'number' }).notNull(),
    /** Null until counted. */
    paginas: integer(),
    /** Run-length coded page sizes in pt: [{pages, width, height}]. */
    tamanos: jsonb().$type<{ pages: number; width: number; height: number }[]>(),
    /** Pages 1..color_hasta have been examined; those with colour are in paginas_color. */
    color_hasta: integer().notNull().default(0),
    paginas_color: integer().array().notNull().default([]),
    /** Address it came from, for the 5 GiB of drafts per address; emptied when it is confirmed. */
    origen: text(),
    creado: instant().notNull().defaultNow(),
    /** The bytes are gone: retention. The facts stay with the order. */
    borrado: instant(),
  },
  (t) => [index('contenidos_origen').on(t.origen, t.creado)],
)

/** The short number that staff says aloud. */
export const pedido_numero = pgSequence('pedido_numero', { startWith: 1001 })

export const pedidos = pgTable(
  'pedidos',
  {
    /** 128 random bits: who holds it may see the order. */
    id: text().primaryKey(),
    /** From `confirmado` on. */
    numero: integer().unique(),
    estado: text({ enum: ESTADOS }).notNull().default('borrador'),
    /** The browser's half-made order: at most one live order each. */
    carrito: text(),
    /** Of the provider: never the pedido_id. */
    referencia: text().notNull().unique(),

    /** Prices as quoted: a confirmed order keeps them whatever the owner changes later. */
    tarifas: jsonb().$type<Tarifas>().notNull(),
    descuento_porcentaje: numeric({ precision: 5, scale: 2, mode: 'number' }).notNull(),
    total_impresion: centavos().notNull(),
    total_anillado: centavos().notNull(),
    final_impresion: centavos().notNull(),
    final_anillado: centavos().notNull(),
    importe_final: centavos().notNull(),
    /** What free sheets took off total_impresion, and the percent of a code: both inside importe_final. */
    descuento_hojas: centavos().notNull().default(0),
    descuento_codigo: numeric({ precision: 5, scale: 2, mode: 'number' }).notNull().default(0),

    /** The account in whose session it was confirmed (a draft: uploaded). */
    cliente_id: integer().references(() => clientes.id, { onDelete: 'set null' }),
    email: text(),
    celular: text(),
    /** As the counter typed it; where there is an account, its name counts. */
    nombre: text(),
    sucursal_id: integer().references(() => sucursales.id),
    modo_entrega: text({ enum: ['retiro', 'delivery'] }),
    direccion_entrega: text(),
    distancia_m: integer(),
    distancia_estimada: boolean().notNull().default(false),
    costo_delivery: centavos().notNull().default(0),

    codigo_retiro: text().unique(),
    preferencia_id: text(),
    init_point: text(),
    /** What the stored preference charges; another amount needs another preference. */
    preferencia_importe: centavos(),
    prometido: instant(),
    /** Who of the counter has it in hand, and since when: one at a time. */
    tomado_por: integer().references(() => operadores.id, { onDelete: 'set null' }),
    tomado: instant(),

    /** Address of the visitor, for limits; emptied with the draft's files. */
    origen: text(),
    creado: instant().notNull().defaultNow(),
    tocado: instant().notNull().defaultNow(),
    confirmado: instant(),
    pagado: instant(),
    /** When an unpaid one expires. */
    vence: instant(),
    /** When it reached its last state, for retention. */
    cerrado: instant(),
    /** Its files are gone. */
    archivos_borrados: instant(),
    /** Its account was deleted: who it was for is forgotten as soon as the order is closed. */
    anonimizar: boolean().notNull().default(false),
  },
  (t) => [
    uniqueIndex('pedidos_carrito_vivo').on(t.carrito).where(sql`${t.estado} in ('borrador', 'confirmado')`),
    index('pedidos_tablero').on(t.estado, t.sucursal_id, t.numero.desc()),
    index('pedidos_promesa')
      .on(sql`coalesce(${t.prometido}, 'infinity'::timestamptz)`, t.numero)
      .where(sql`${t.numero} is not null`),
    index('pedidos_numero').on(t.numero.desc()).where(sql`${t.numero} is not null`),
    index('pedidos_borradores').on(t.tocado).where(sql`${t.estado} = 'borrador'`),
    index('pedidos_cliente').on(t.cliente_id, t.numero.desc()).where(sql`${t.cliente_id} is not null`),
    index('pedidos_anonimizar').on(t.id).where(sql`${t.anonimizar}`),
    index('pedidos_enlaces').on(t.vence).where(sql`${t.preferencia_id} is not null`),
    index('pedidos_entregados').on(t.cerrado).where(sql`${t.estado} = 'entregado'`),
    index('pedidos_vencen').on(t.vence).where(sql`${t.estado} = 'confirmado'`),
    index('pedidos_pagados').on(t.pagado).where(sql`${t.pagado} is not null`),
    index('pedidos_prometidos').on(t.prometido).where(sql`${t.prometido} is not null`),
    check(
      'pedidos_importes',
      sql`${t.total_impresion} >= 0 and ${t.total_anillado} >= 0 and ${t.importe_final} = ${t.final_impresion} + ${t.final_anillado}`,
    ),
    check(
      'pedidos_confirmado_completo',
      sql`${t.estado} = 'borrador' or (${t.numero} is not null and ${t.email} is not null and ${t.celular} is not null and ${t.sucursal_id} is not null and ${t.modo_entrega} is not null and ${t.codigo_retiro} is not null)`,
    ),
  ],
)

/** The lines of an order, `posicion` from 0 in the customer's order; options after the groups' rules. */
export const archivos = pgTable(
  'archivos',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    pedido_id: text()
      .notNull()
      .references(() => pedidos.id, { onDelete: 'cascade' }),
    posicion: integer().notNull(),
    contenido_id: text()
      .notNull()
      .references(() => contenidos.id),
    nombre: text().notNull(),
    paginas: integer().notNull(),
    grupo: text({ enum: ['grupo0', 'grupo1', 'grupo2', 'default'] }).notNull(),
    doble_faz: boolean().notNull(),
    orientacion: text({ enum: ['vertical', 'horizontal'] }).notNull(),
    color: text({ enum: ['color', 'blanco y negro'] }).notNull(),
    duplicado: integer().notNull(),
    anillado: boolean().notNull(),
  },
  (t) => [
    uniqueIndex('archivos_posicion').on(t.pedido_id, t.posicion),
    index('archivos_contenido').on(t.contenido_id),
    check('archivos_duplicado', sql`${t.duplicado} between 1 and 500`),
  ],
)

/** Who moved an order, when, and why. Append-only. */
export const historial = pgTable(
  'historial',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    pedido_id: text()
      .notNull()
      .references(() => pedidos.id, { onDelete: 'cascade' }),
    estado: text({ enum: ESTADOS }).notNull(),
    cuando: instant().notNull().defaultNow(),
    quien: text().notNull(),
    nota: text(),
  },
  (t) => [index('historial_pedido').on(t.pedido_id, t.id)],
)

/** Every payment we know of, as the provider last told it. An order may have several. */
export const pagos = pgTable(
  'pagos',
  {
    id: text().primaryKey(),
    pedido_id: text()
      .notNull()
      .references(() => pedidos.id),
    estado: text({
      enum: [
        'pending',
        'in_process',
        'authorized',
        'approved',
        'in_mediation',
        'rejected',
        'cancelled',
        'refunded',
        'charged_back',
      ],
    }).notNull(),
    importe: centavos().notNull(),
    devuelto: centavos().notNull().default(0),
    moneda: text().notNull(),
    medio: text(),
    creado: instant().notNull(),
    /** date_last_updated of the provider: an older word never overwrites a newer one. */
    actualizado: instant().notNull(),
    /** A refund by ourselves has been asked for (paid twice, or after a cancellation). */
    devolucion_pedida: instant(),
    /** Where the buyer sees the cash ticket; null where there is none. */
    cupon: text(),
  },
  (t) => [
    index('pagos_pedido').on(t.pedido_id),
    index('pagos_creados').on(t.creado),
    index('pagos_devueltos').on(t.actualizado).where(sql`${t.devuelto} > 0 or ${t.estado} = 'charged_back'`),
  ],
)

/** Money that staff gives back: asked for at the counter, done at the provider at once or as soon as it answers. */
export const devoluciones = pgTable(
  'devoluciones',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Of the header Idempotency-Key, with the person who sent it: one click may touch several payments. */
    clave: text().notNull(),
    pedido_id: text()
      .notNull()
      .references(() => pedidos.id),
    pago_id: text()
      .notNull()
      .references(() => pagos.id),
    importe: centavos().notNull(),
    motivo: text().notNull(),
    quien: text().notNull(),
    pedida: instant().notNull(),
    hecha: instant(),
    /** Refused for good, and the provider's words. */
    rechazada: instant(),
    respuesta: text(),
  },
  (t) => [
    uniqueIndex('devoluciones_clave').on(t.clave, t.pago_id),
    index('devoluciones_pedido').on(t.pedido_id),
    index('devoluciones_hechas').on(t.hecha).where(sql`${t.hecha} is not null`),
    index('devoluciones_pendientes').on(t.pedida).where(sql`${t.hecha} is null and ${t.rechazada} is null`),
    check('devoluciones_importe', sql`${t.importe} > 0`),
  ],
)

/** Notifications as they arrived, once each; what they say is always read again at the provider. */
export const avisos_pago = pgTable('avisos_pago', {
  id: text().primaryKey(),
  pago_id: text().notNull(),
  recibido: instant().notNull().defaultNow(),
  leido: instant(),
})

/** The embedded checkout's own books, as a real provider would keep them: preferences and payments. */
export const simulado_preferencias = pgTable('simulado_preferencias', {
  id: text().primaryKey(),
  referencia: text().notNull().unique(),
  titulo: text().notNull(),
  importe: centavos().notNull(),
  vuelta: text().notNull(),
  vence: instant().notNull(),
})
export const simulado_pagos = pgTable(
  'simulado_pagos',
  {
    id: text().primaryKey(),
    referencia: text().notNull(),
    estado: text({
      enum: ['pending', 'in_process', 'approved', 'rejected', 'cancelled', 'refunded'],
    }).notNull(),
    medio: text({ enum: ['tarjeta', 'efectivo'] }).notNull(),
    importe: centavos().notNull(),
    devuelto: centavos().notNull().default(0),
    /** Keys of the refunds that were made: repeated, they are the same refund. */
    claves: text().array().notNull().default([]),
    creado: instant().notNull(),
    actualizado: instant().notNull(),
  },
  (t) => [index('simulado_pagos_referencia').on(t.referencia)],
)

/** Papers that we made and keep just as they went out (tax law: ten years). Their bytes are in the backup with them. */
export const documentos = pgTable('documentos', {
  /** 128 random bits: who holds it may read the document. */
  id: text().primaryKey(),
  nombre: text().notNull(),
  bytes: bytes().notNull(),
  /** Of the bytes, hex. */
  sha256: text().notNull(),
  creado: instant().notNull(),
})

/** Mails to send and sent. `clave` says what the mail is about: the same one is never sent twice. */
export const correos = pgTable(
  'correos',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    clave: text().notNull().unique(),
    para: text().notNull(),
    asunto: text().notNull(),
    texto: text().notNull(),
    html: text().notNull(),
    creado: instant().notNull().defaultNow(),
    enviado: instant(),
    /** When a new round of attempts began, after the first one ended without success. */
    reintentado: instant(),
    /** Refused for good by the receiving server, and its words; or nobody took it for days. */
    rechazado: instant(),
    motivo: text(),
    /** Goes with it. */
    documento_id: text().references(() => documentos.id),
  },
  (t) => [
    index('correos_para').on(t.para, t.id),
    index('correos_pendientes').on(t.creado).where(sql`${t.enviado} is null and ${t.rechazado} is null`),
  ],
)

/** Pictures of goods, prizes and signs; the bytes, in several widths and formats, live in the file store. */
export const imagenes = pgTable('imagenes', {
  /** Of the original's bytes, so that the same picture is kept once. */
  id: text().primaryKey(),
  ancho: integer().notNull(),
  alto: integer().notNull(),
  creado: instant().notNull().defaultNow(),
  /** Null until its widths and formats have been made. */
  lista: instant(),
})

export const categorias = pgTable('categorias', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  nombre: text().notNull().unique(),
  orden: integer().notNull().default(0),
})

export const productos = pgTable(
  'productos',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    nombre: text().notNull(),
    texto: text(),
    categoria_id: integer().references(() => categorias.id, { onDelete: 'set null' }),
    importe: centavos(),
    es_oferta: boolean().notNull().default(false),
    /** Address of a video, shown before the pictures. */
    video: text(),
    orden: integer().notNull().default(0),
    /** Taken off the shop window, kept in the books. */
    retirado: instant(),
    actualizado: instant().notNull().defaultNow(),
  },
  (t) => [
    index('productos_categoria').on(t.categoria_id),
    check('productos_importe', sql`${t.importe} >= 0`),
  ],
)

export const producto_imagenes = pgTable(
  'producto_imagenes',
  {
    producto_id: integer()
      .notNull()
      .references(() => productos.id, { onDelete: 'cascade' }),
    imagen_id: text()
      .notNull()
      .references(() => imagenes.id),
    posicion: integer().notNull(),
    es_principal: boolean().notNull().default(false),
  },
  (t) => [
    uniqueIndex('producto_imagenes_posicion').on(t.producto_id, t.posicion),
    uniqueIndex('producto_imagenes_principal').on(t.producto_id).where(sql`${t.es_principal}`),
    index('producto_imagenes_imagen').on(t.imagen_id),
  ],
)

/** Signs made to order. */
export const carteles = pgTable('carteles', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  tipo: text({ enum: ['tradicional', 'luz_interior', 'tridimensional'] }).notNull(),
  titulo: text().notNull(),
  texto: text().notNull(),
  imagen_id: text().references(() => imagenes.id),
  orden: integer().notNull().default(0),
})

/** What points buy: an ordinary prize (`cantidad` is its stock) or sheets as a code (`cantidad` per multiple). */
export const premios = pgTable(
  'premios',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    nombre: text().notNull(),
    descripcion: text().notNull(),
    imagen_id: text().references(() => imagenes.id),
    puntos_requeridos: integer().notNull(),
    cantidad: integer().notNull(),
    es_codigo_canje: boolean().notNull().default(false),
    /** What it is worth, for the owner alone; of sheets the price list knows it. */
    valor: centavos(),
    orden: integer().notNull().default(0),
    retirado: instant(),
  },
  (t) => [
    check('premios_puntos', sql`${t.puntos_requeridos} > 0`),
    check('premios_cantidad', sql`${t.cantidad} >= 0`),
  ],
)

/**
 * The ledger of points, append-only: a balance is the sum of its lines and never negative. Whoever takes points
 * locks the customer's row first.
 */
export const puntos = pgTable(
  'puntos',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    cliente_id: integer()
      .notNull()
      .references(() => clientes.id, { onDelete: 'cascade' }),
    tipo: text({ enum: ['pedido', 'venta', 'canje', 'devolucion', 'ajuste'] }).notNull(),
    /** Signed, never 0. */
    puntos: bigint({ mode: 'number' }).notNull(),
    /** For the customer, in plain Spanish. */
    motivo: text().notNull(),
    /** What it is about: the same fact is never written twice. */
    clave: text().notNull().unique(),
    pedido_id: text().references(() => pedidos.id, { onDelete: 'set null' }),
    /** 'cliente', 'sistema' or the person of the back office. */
    quien: text().notNull(),
    cuando: instant().notNull(),
  },
  (t) => [
    index('puntos_cliente').on(t.cliente_id, t.id),
    index('puntos_pedido').on(t.pedido_id),
    check('puntos_no_cero', sql`${t.puntos} <> 0`),
  ],
)

/**
 * Every typed code. Available: `usado` null, `vence` ahead, and no order has it. An order has it while `pedido_id` is
 * set: for `reservado_hasta` (30 min from step 3), or, where that is null, until the order is paid or ends.
 */
export const codigos = pgTable(
  'codigos',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** XXXX-XXXX-XXXX */
    codigo: text().notNull().unique(),
    tipo: text({ enum: ['hojas', 'premio', 'cupon', 'ruleta'] }).notNull(),
    cliente_id: integer().references(() => clientes.id, { onDelete: 'cascade' }),
    /** Whose it is where there is no account (ruleta); normalised. With an account its address of now counts. */
    email: text(),
    /** hojas: what it covers. */
    hojas: integer(),
    /** cupon, ruleta. */
    porcentaje: numeric({ precision: 5, scale: 2, mode: 'number' }),
    producto_nombre: text().notNull(),
    premio_id: integer().references(() => premios.id, { onDelete: 'set null' }),
    /** The code it is the change of, or that it gives back. */
    origen_id: integer(),
    creado: instant().notNull(),
    vence: instant().notNull(),
    pedido_id: text().references(() => pedidos.id, { onDelete: 'set null' }),
    reservado_hasta: instant(),
    usado: instant(),
    /** The person of the back office, or 'pedido 1042'. */
    usado_por: text(),
  },
  (t) => [
    index('codigos_cliente').on(t.cliente_id, t.tipo, t.id),
    index('codigos_pedido').on(t.pedido_id).where(sql`${t.pedido_id} is not null`),
    index('codigos_email').on(t.email).where(sql`${t.email} is not null`),
    index('codigos_usados').on(t.usado).where(sql`${t.usado} is not null`),
  ],
)

/** Spins of the wheel: the third row of an address on one day does not fit. */
export const tiradas = pgTable(
  'tiradas',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Normalised: case, +tags, the dots of hosts that ignore them. */
    correo: text().notNull(),
    /** In Tucumán. */
    dia: date({ mode: 'string' }).notNull(),
    /** 1 or 2. */
    vez: integer().notNull(),
    valor: integer().notNull(),
    codigo_id: integer()
      .notNull()
      .references(() => codigos.id),
    cuando: instant().notNull(),
  },
  (t) => [
    uniqueIndex('tiradas_dia').on(t.correo, t.dia, t.vez),
    check('tiradas_vez', sql`${t.vez} in (1, 2)`),
  ],
)

/** Sales at the counter that gave points. */
export const ventas = pgTable(
  'ventas',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Of the header Idempotency-Key, with the person who sent it; null without one. */
    clave: text().unique(),
    cliente_id: integer().references(() => clientes.id, { onDelete: 'set null' }),
    operador_id: integer().references(() => operadores.id, { onDelete: 'set null' }),
    importe: centavos().notNull(),
    puntos: bigint({ mode: 'number' }).notNull(),
    cuando: instant().notNull(),
  },
  (t) => [index('ventas_cuando').on(t.cuando)],
)

/** Who takes a purchase back (Ley 24.240): said without an account, so nothing ties it to one. */
export const arrepentimientos = pgTable(
  'arrepentimientos',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** XXXX-XXXX-XXXX: what the customer keeps. */
    codigo: text().notNull().unique(),
    /** Of the address, the purchase and the day: sent twice, it is one. */
    clave: text().notNull().unique(),
    nombre: text().notNull(),
    email: text().notNull(),
    /** The order's number, or what was bought, in the customer's words. */
    compra: text().notNull(),
    motivo: text(),
    creado: instant().notNull(),
    atendido: instant(),
    /** The person of the back office. */
    atendido_por: text(),
    /** What was done about it, in their words. */
    nota: text(),
  },
  (t) => [
    index('arrepentimientos_creado').on(t.creado),
    index('arrepentimientos_abiertos').on(t.id).where(sql`${t.atendido} is null`),
  ],
)

/** Who a voucher is for. `cuit` null: an anonymous final consumer. */
export type FacturaCliente = {
  cuit: string | null
  nombre: string
  direccion: string
  condicion_iva: 'RI' | 'MT' | 'CF'
}

/**
 * Vouchers of ARCA, and of the simulated one: asked for (`pendiente`), with a number and on their way (`pidiendo`: only
 * ARCA knows whether they exist), issued, refused, or dropped because nothing was left to invoice. What depends on the
 * order is written when the number is taken.
 */
export const facturas = pgTable(
  'facturas',
  {
    id: text().primaryKey(),
    /** 'pedido:ID' or 'nota:ID:centavos given back': the same thing is never invoiced twice. */
    clave: text().notNull().unique(),
    pedido_id: text()
      .notNull()
      .references(() => pedidos.id),
    clase: text({ enum: ['factura', 'nota_credito'] }).notNull(),
    /** nota_credito: the invoice it takes from. */
    asociada_id: text().references((): AnyPgColumn => facturas.id),
    estado: text({ enum: ['pendiente', 'pidiendo', 'emitida', 'rechazada', 'descartada'] }).notNull(),
    cliente: jsonb().$type<FacturaCliente>().notNull(),
    /** nota_credito: known from the beginning; factura: when the number is taken. */
    importe: centavos(),
    /** Money of the order that had gone back already when it was counted. */
    devuelto: centavos().notNull().default(0),
    lineas: jsonb().$type<{ concepto: string; centavos: number }[]>(),

    /** Whose numbers: the provider, and the issuer's CUIT. With `punto_venta` and `tipo` they are one series. */
    proveedor: text({ enum: ['simulado', 'arca'] }),
    cuit: text(),
    punto_venta: integer(),
    /** CbteTipo. */
    tipo: integer(),
    numero: integer(),
    /** CbteFch, in Tucumán. */
    fecha: date({ mode: 'string' }),
    servicio_desde: date({ mode: 'string' }),

    cae: text(),
    cae_vence: date({ mode: 'string' }),
    /** What ARCA said of one that it granted or refused; of one that waits, why. */
    observaciones: text().array().notNull().default([]),
    /** Question and answer as they travelled, without our credentials. */
    intercambio: jsonb().$type<{ pedido: string; respuesta: string }>(),
    documento_id: text().references(() => documentos.id),
    creada: instant().notNull(),
    /** Its job began a new round. */
    reintentada: instant(),
    emitida: instant(),
  },
  (t) => [
    uniqueIndex('facturas_numero').on(t.proveedor, t.cuit, t.punto_venta, t.tipo, t.numero),
    uniqueIndex('facturas_en_curso')
      .on(t.proveedor, t.cuit, t.punto_venta, t.tipo)
      .where(sql`${t.estado} = 'pidiendo'`),
    index('facturas_pedido').on(t.pedido_id),
    index('facturas_emitidas').on(t.emitida.desc()),
    index('facturas_abiertas').on(t.creada).where(sql`${t.estado} in ('pendiente', 'pidiendo', 'rechazada')`),
    check(
      'facturas_numerada',
      sql`${t.estado} not in ('pidiendo', 'emitida') or (${t.numero} is not null and ${t.importe} > 0 and ${t.fecha} is not null and ${t.lineas} is not null)`,
    ),
    check(
      'facturas_con_cae',
      sql`${t.estado} <> 'emitida' or (${t.cae} is not null and ${t.documento_id} is not null)`,
    ),
  ],
)

/** ARCA's login tickets (12 h), shared by all processes: asking for another while one lives is refused. */
export const arca_tickets = pgTable('arca_tickets', {
  /** Service, CUIT and address of the login service. */
  clave: text().primaryKey(),
  /** Token and sign, encrypted with a key derived from the certificate's. Null: there is none. */
  secreto: text(),
  vence: instant(),
  /** ARCA says that there is one already: not asked again before. */
  espera: instant(),
})

/** The simulated ARCA's own books. */
export const simulado_comprobantes = pgTable(
  'simulado_comprobantes',
  {
    cuit: text().notNull(),
    punto_venta: integer().notNull(),
    tipo: integer().notNull(),
    numero: integer().notNull(),
    fecha: date({ mode: 'string' }).notNull(),
    doc_tipo: integer().notNull(),
    doc_nro: text().notNull(),
    importe: centavos().notNull(),
    cae: text().notNull(),
    cae_vence: date({ mode: 'string' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.cuit, t.punto_venta, t.tipo, t.numero] })],
)

/** Print agents: each sees the printers of its branch and of nobody else. */
export const agentes = pgTable('agentes', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  nombre: text().notNull(),
  sucursal_id: integer()
    .notNull()
    .references(() => sucursales.id),
  /** sha256 of its bearer, hex. */
  token_hash: text().notNull().unique(),
  creado: instant().notNull(),
  /** Last sign of life. */
  visto: instant(),
  revocado: instant(),
})

export const impresoras = pgTable(
  'impresoras',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    nombre: text().notNull(),
    sucursal_id: integer()
      .notNull()
      .references(() => sucursales.id),
    /** ipp:// or ipps:// */
    uri: text().notNull(),
    usuario: text(),
    clave: text(),
    /** sha256 of its certificate, hex. */
    huella: text(),
    /** What it says it can do; null until an agent has read it. */
    perfil: jsonb().$type<PerfilImpresora>(),
    /** Kept by staff, since printers declare copies that they do not make. */
    repetir_copias: boolean().notNull().default(false),
    /** Paid orders of its branch go to it by themselves. */
    automatica: boolean().notNull().default(false),
    anda: boolean().notNull().default(false),
    /** Its state in plain Spanish, as its agent last told. */
    texto: text().notNull().default('Sin noticias'),
    aviso: text(),
    vista: instant(),
    retirada: instant(),
  },
  (t) => [index('impresoras_sucursal').on(t.sucursal_id)],
)

/**
 * A work to be put on paper, once. A second time is a row of its own with its reason: never a retry of the machine.
 */
export const impresiones = pgTable(
  'impresiones',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Null: a test page. */
    pedido_id: text().references(() => pedidos.id),
    /** Of trabajosOf. */
    trabajo: integer().notNull(),
    nombre: text().notNull(),
    copias: integer().notNull(),
    lados: integer().notNull(),
    borde: text({ enum: ['largo', 'corto'] }).notNull(),
    color: boolean().notNull(),
    hojas: integer().notNull(),
    paginas: integer().notNull(),
    /** A reprint of what did not come out: pages before this one are left out. */
    desde_pagina: integer().notNull().default(1),
    impresora_id: integer()
      .notNull()
      .references(() => impresoras.id),
    estado: text({ enum: ESTADOS_IMPRESION }).notNull().default('en_cola'),
    /** Why it is printed again; null the first time. */
    motivo: text(),
    /** What it repeats. */
    de_id: integer(),
    /** The document as it will be sent; null until it is made. */
    sha256: text(),
    bytes: bigint({ mode: 'number' }),
    /** Waited so long that somebody has to say it is still wanted. */
    consultar: boolean().notNull().default(false),
    /** What holds it up or ended it, for the clerk. */
    mensaje: text(),
    /** Sides that came out, as the printer counts. */
    contadas: integer(),
    cancelar: boolean().notNull().default(false),
    pedida: instant().notNull(),
    pedida_por: text().notNull(),
    terminada: instant(),
    /** Who answered the question of a doubtful one. */
    resuelta_por: text(),
  },
  (t) => [
    index('impresiones_pedido').on(t.pedido_id),
    index('impresiones_terminadas').on(t.terminada).where(sql`${t.terminada} is not null`),
    index('impresiones_cola')
      .on(t.impresora_id, t.id)
      .where(sql`${t.estado} in ('en_cola', 'imprimiendo', 'verificar', 'detenida')`),
    uniqueIndex('impresiones_viva')
      .on(t.pedido_id, t.trabajo)
      .where(sql`${t.estado} in ('en_cola', 'imprimiendo', 'verificar', 'detenida')`),
  ],
)

/** Fences of leases: a later one has a higher number. */
export const intento_cerca = pgSequence('intento_cerca')

/** One try of an agent at one impression; what its journal told. */
export const intentos = pgTable(
  'intentos',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    impresion_id: integer()
      .notNull()
      .references(() => impresiones.id, { onDelete: 'cascade' }),
    agente_id: integer()
      .notNull()
      .references(() => agentes.id),
    cerca: integer().notNull(),
    arriendo_hasta: instant().notNull(),
    /** The first byte was allowed: from here on nobody else may try. */
    autorizado: instant(),
    fase: text({ enum: FASES }).notNull().default('tomado'),
    seq: integer().notNull().default(0),
    job_id: integer(),
    uuid: text(),
    impresiones: integer(),
    mensaje: text(),
    creado: instant().notNull(),
    actualizado: instant().notNull(),
  },
  (t) => [
    uniqueIndex('intentos_abierto')
      .on(t.impresion_id)
      .where(sql`${t.fase} not in ('completo', 'abortado', 'cancelado', 'verificar')`),
    index('intentos_impresion').on(t.impresion_id, t.id),
  ],
)

/** What map services answered, kept so that nobody is asked twice. */
export const mapas_cache = pgTable(
  'mapas_cache',
  {
    /** Service and normalised question. */
    clave: text().primaryKey(),
    /** Null: it does not know. */
    valor: jsonb(),
    vence: instant().notNull(),
  },
  (t) => [index('mapas_cache_vence').on(t.vence)],
)

/** Backups that came to their end: the counter warns when the last one is old. */
export const respaldos = pgTable('respaldos', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  cuando: instant().notNull(),
  archivos: integer().notNull(),
  bytes: bigint({ mode: 'number' }).notNull(),
})

/** What the people of the back office changed, written with the change itself. Append-only. */
export const auditoria = pgTable(
  'auditoria',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    cuando: instant().notNull(),
    operador_id: integer().references(() => operadores.id, { onDelete: 'set null' }),
    /** Their name, as it was then. */
    quien: text().notNull(),
    /** What kind of thing, and which one. */
    que: text({ enum: AUDITADOS }).notNull(),
    clave: text().notNull(),
    /** For the reader: 'Taza', 'Alberdi', 'Pedido 1042'. */
    nombre: text().notNull(),
    accion: text({ enum: AUDITORIA_ACCIONES }).notNull(),
    /** Only what differs; null where there was nothing, or nothing is left. Never passwords or secrets. */
    antes: jsonb(),
    despues: jsonb(),
  },
  (t) => [index('auditoria_que').on(t.que, t.id), index('auditoria_operador').on(t.operador_id, t.id)],
)
