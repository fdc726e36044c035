import * as z from 'zod'
import { CUALES_COLORES } from '../rules/base/colores.ts'
import { MAX_LIMITE_PAGINAS } from '../rules/compra/archivo.ts'
import type { OtraHoja } from '../rules/compra/hoja.ts'
import { MAX_ABIERTOS } from '../rules/compra/pedido.ts'
import { MAX_TOPE_PUNTOS } from '../rules/fidelidad/puntos.ts'
import { porcentajesProblem } from '../rules/fidelidad/tirada.ts'
import { PASOS_PARA_ABRIR } from '../rules/gestion/apertura.ts'
import {
  PLANTILLA_MAX,
  PLANTILLA_TITLES,
  type Plantilla,
  plantillaProblem,
} from '../rules/mostrador/plantilla.ts'
import type { CualTope } from '../rules/mostrador/rol.ts'
import { SENSIBILIDADES } from '../rules/taller/tinta.ts'
import { nombreTiendaProblem, normaliseNombreTienda } from '../rules/vidriera/nombre-tienda.ts'
import { checked, listField, mapField, pair, preciosHoja, preciosHojas, textField } from './campos.ts'
import { Facturacion, puntoVenta, Vendedor } from './facturas.ts'

const pesos = z.number()

/** A whole number from `min` to `max`; `text` is the message for any other value. */
const entero = (min: number, max: number, text: string) => z.int(text).min(min, text).max(max, text)

const topePuntos = entero(0, MAX_TOPE_PUNTOS, 'Los topes de puntos son números enteros, de 0 a 100 millones.')

/** A problem's message names the plantilla, since all of them are reported under `whatsapp`. */
const plantilla = (cual: Plantilla) =>
  textField(PLANTILLA_MAX).superRefine(
    checked((text) => {
      const problem = plantillaProblem(text)
      return problem && `${PLANTILLA_TITLES[cual]}: ${problem}`
    }),
  )

const limitePaginas = (de: string) =>
  entero(1, MAX_LIMITE_PAGINAS, `Las páginas de ${de} son un número entero de 1 a ${MAX_LIMITE_PAGINAS}.`)

const retencion = entero(1, 3650, 'Los días son un número entero de 1 a 3650.')

const DESCUENTO = 'El descuento es un porcentaje de 0 a 100.'
const RADIO = 'El radio es un número de kilómetros desde 0.'
const ENVIO = 'El precio del envío es un importe desde 0.'

/** Null: no limit. */
const tope = pesos
  .min(0, 'El tope no puede ser negativo.')
  .max(100_000_000, 'Ese tope es demasiado grande.')
  .nullable()
const Tope = z.object({
  /** Pesos that may be refunded on one order. */
  devolucion: tope,
  /** Pesos that may come off one sale by hand. */
  descuento: tope,
  /** Pesos of one sale. */
  venta: tope,
  /** Sheets of one order that may be printed again. */
  reimpresion: z
    .int('El tope de hojas es un número entero.')
    .min(0, 'El tope no puede ser negativo.')
    .max(1_000_000, 'Ese tope es demasiado grande.')
    .nullable(),
} satisfies Record<CualTope, z.ZodType>)

export const Ajustes = z.object({
  /** Null, or an empty `anillado`: not filled yet. Orders are taken only once all prices are filled. */
  precios: z.object({ byn: pair.nullable(), color: pair.nullable() }),
  /** For paper other than A4. A branch offers it once it has prices and is turned on there. */
  hojas: preciosHojas,
  color_por_hoja: z.boolean(),
  anillado: listField(z.object({ hasta: z.int32(), precio: pesos }), 100),
  descuentoCompra: z.number(DESCUENTO).min(0, DESCUENTO).max(100, DESCUENTO),
  radioPermitido: z.number(RADIO).min(0, RADIO),
  precioDelivery: z.number(ENVIO).min(0, ENVIO).max(100_000_000, 'Ese precio es demasiado grande.'),
  puntos_por_peso: z.number().min(0).max(1_000, 'Son hasta 1.000 puntos por peso.'),
  cupon: z.object({ primero: z.number().min(0).max(100), siguientes: z.number().min(0).max(100) }),
  /**
   * `pesos`: how often each value from min to max comes up, in percents that add up to 100 (in older settings, relative
   * weights); without it, all values come up equally often. `presupuesto`: the sum of percents that the wheel may give
   * away in a day; once it is reached, the least value comes up.
   */
  ruleta: z.object({
    min: z.int().min(0).max(100),
    max: z.int().min(0).max(100),
    pesos: listField(z.int().min(0).max(1_000_000), 101).nullish(),
    presupuesto: z.int().min(1, 'El presupuesto es un número desde 1.').max(1_000_000).nullish(),
  }),
  retencion_dias: retencion,
  /** The same for orders that are ready and not collected. */
  retencion_listo_dias: retencion,
  /** How faint a tint of a scan counts as colour. Files that were counted already keep their count. */
  sensibilidad_color: z.enum(SENSIBILIDADES, 'Elegí alta, normal o baja.'),
  limites: z.object({
    /** Pages of one file, and of all files of an order. */
    paginas_archivo: limitePaginas('un archivo'),
    paginas_pedido: limitePaginas('un pedido'),
    /** Unpaid orders at once of one mailbox and of one browser; twenty times as many of one address. */
    pedidos_abiertos: entero(
      1,
      MAX_ABIERTOS,
      `Los pedidos sin pagar son un número entero de 1 a ${MAX_ABIERTOS}.`,
    ),
  }),
  /** Most points that sales at the counter give: for one sale, and for all sales of one customer in a day. */
  puntos_venta: z.object({ por_venta: topePuntos, por_cliente_dia: topePuntos }),
  /** Time that is promised in addition to the printing. */
  promesa: z.object({
    minutos_anillado: entero(0, 240, 'Los minutos por anillado son un número entero de 0 a 240.'),
    minutos_margen: entero(0, 2880, 'Los minutos de margen son un número entero de 0 a 2880.'),
  }),
  /**
   * Issue a voucher for every paid order when it is handed over, whether or not the customer asked for one.
   */
  facturar_siempre: z.boolean(),
  facturacion: Facturacion,
  seguridad: z.object({
    /**
     * A person without a second factor reaches only the page that sets one up. The owner's own must be on.
     */
    exigir_segundo_factor: z.boolean(),
    /** For larger refunds the person must confirm their identity, and the owner is notified. */
    devolucion_confirmar: pesos
      .min(0, 'El importe no puede ser negativo.')
      .max(100_000_000, 'Ese importe es demasiado grande.'),
  }),
  /** Whether the counter gives `descuentoCompra` too. */
  descuento_mostrador: z.boolean(),
  /** What each role may do without another person's approval. */
  topes: z.object({ encargado: Tope, operador: Tope }),
  /** Mails sent by schedule: to a customer whose order is late, and to the owner after each day. */
  correos: z.object({ demora: z.boolean(), resumen: z.boolean() }),
  /** The texts that staff writes to customers by WhatsApp. */
  whatsapp: z.object({
    falta_pago: plantilla('falta_pago'),
    presupuesto: plantilla('presupuesto'),
    en_marcha: plantilla('en_marcha'),
    archivo: plantilla('archivo'),
    listo: plantilla('listo'),
    en_camino: plantilla('en_camino'),
    entregado: plantilla('entregado'),
    cerrado: plantilla('cerrado'),
  } satisfies Record<Plantilla, z.ZodType>),
  vendedor: Vendedor,
  /** The shop's name; '': the default one. */
  nombre: textField(200).trim().superRefine(checked(nombreTiendaProblem)).overwrite(normaliseNombreTienda),
  /** For the customers' pages and mails. */
  colores: z.enum(CUALES_COLORES, 'Elegí uno de los juegos de colores.'),
  /** An uploaded picture that replaces the drawn logo on the customers' pages; null: none. */
  logo_id: textField(32)
    .regex(/^[\da-f]{32}$/, 'Esa imagen no existe.')
    .nullable(),
  redes: z
    .array(
      z.object({
        nombre: z.enum(['Instagram', 'Facebook', 'TikTok'], 'Elegí una red.'),
        url: textField(300).pipe(
          z.url({ protocol: /^https$/, message: 'La dirección empieza con https://' }),
        ),
      }),
    )
    .max(3),
  /** The flag kit is served at /{token}.pdf; null: there is none. */
  kit_banderas: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Usá minúsculas, números y guiones: kit-banderas.')
    .max(60)
    .nullable(),
})
export type Ajustes = z.infer<typeof Ajustes>

/** Keys left out keep their value, also inside `precios` and other nested objects. */
export const AjustesChange = Ajustes.partial().extend({
  precios: z.object({ byn: pair.partial(), color: pair.partial() }).partial().optional(),
  /** Null: that paper is no longer sold. */
  hojas: z
    .object({ A3: preciosHoja.nullish(), Oficio: preciosHoja.nullish() } satisfies Record<
      OtraHoja,
      z.ZodType
    >)
    .optional(),
  cupon: Ajustes.shape.cupon.partial().optional(),
  ruleta: Ajustes.shape.ruleta
    .partial()
    .superRefine(({ pesos }, context) => {
      const message = pesos ? porcentajesProblem(pesos) : null
      if (message) context.addIssue({ code: 'custom', message })
    })
    .optional(),
  promesa: Ajustes.shape.promesa.partial().optional(),
  limites: Ajustes.shape.limites.partial().optional(),
  /** A branch's point of sale: null takes it away. */
  facturacion: Facturacion.extend({ puntos_venta: mapField(textField(100), puntoVenta.nullable(), 100) })
    .partial()
    .optional(),
  vendedor: Vendedor.partial().optional(),
  puntos_venta: Ajustes.shape.puntos_venta.partial().optional(),
  correos: Ajustes.shape.correos.partial().optional(),
  whatsapp: Ajustes.shape.whatsapp.partial().optional(),
  seguridad: Ajustes.shape.seguridad.partial().optional(),
  topes: z.object({ encargado: Tope.partial(), operador: Tope.partial() }).partial().optional(),
})
export type AjustesChange = z.infer<typeof AjustesChange>

export const ParaAbrir = z.object({
  /** What has to be filled to open a new shop, in the best order for it. */
  pasos: z.array(
    z.object({
      paso: z.enum(PASOS_PARA_ABRIR),
      hecho: z.boolean(),
      titulo: z.string(),
      /** What is missing and why it matters; for a finished step, what it is for. */
      texto: z.string(),
      /** The page where it is filled. */
      enlace: z.enum(['/mostrador/ajustes', '/mostrador/dueno/sucursales', '/mostrador/dueno/negocio']),
    }),
  ),
})
export type ParaAbrir = z.infer<typeof ParaAbrir>

export const ajustesApi = {
  'GET /api/mostrador/ajustes': { answer: Ajustes },
  'GET /api/mostrador/para-abrir': { answer: ParaAbrir },
  /** `seguridad` and `topes` need the step-up. */
  'PUT /api/mostrador/ajustes': { body: AjustesChange, answer: Ajustes },
}
