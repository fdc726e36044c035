import * as z from 'zod'
import { textField } from './campos.ts'

const pesos = z.number()

/**
 * `imagen` is an address; for our own pictures the other widths and formats follow from it (rules/vidriera/imagen.ts).
 */
const ImagenAnswer = z.object({ imagen: z.string(), es_principal: z.boolean() })

export const ProductoAnswer = z.object({
  id: z.int(),
  texto: z.string().nullable(),
  producto: z.object({ nombre: z.string() }),
  categoria: z.object({ nombre: z.string() }).nullable(),
  imagenes: z.array(ImagenAnswer),
  importe_actual: pesos.nullable(),
  es_oferta: z.boolean(),
  /** For an offer with a price before: more than `importe_actual`. */
  precio_anterior: pesos.nullable(),
  /** The offer's last day, in Tucumán. */
  oferta_hasta: z.iso.date().nullable(),
  /** A print or a binding: its page leads to the first step of an order. */
  es_impresion: z.boolean(),
})
export type ProductoAnswer = z.infer<typeof ProductoAnswer>

export const ProductoDetalleAnswer = ProductoAnswer.extend({
  /** A file of this site, or a page of YouTube or Vimeo (rules/vidriera/video.ts). */
  video: z.string().nullable(),
  /** The picture of the video until it is played, like `imagen`; null: the main picture is shown. */
  portada: z.string().nullable(),
})
export type ProductoDetalleAnswer = z.infer<typeof ProductoDetalleAnswer>

export const Cartel = z.object({
  tipo: z.enum(['tradicional', 'luz_interior', 'tridimensional']),
  titulo: z.string(),
  texto: z.string(),
  imagen: z.string().nullable(),
})
export type Cartel = z.infer<typeof Cartel>

/**
 * What the shop shows of itself: signs, networks, the flag kit, the welcome coupon, and the legal data of the
 * seller.
 */
export const VidrieraAnswer = z.object({
  /** Whether customers can pay; false until the owner opens the shop. */
  abierta: z.boolean(),
  carteles: z.array(Cartel),
  redes: z.array(z.object({ nombre: z.enum(['Instagram', 'Facebook', 'TikTok']), url: z.string() })),
  /** '/{token}.pdf' */
  kit_banderas: z.string().nullable(),
  /** Percent of the first coupon that an account may generate. */
  cupon_bienvenida: z.number(),
  vendedor: z.object({
    razon_social: z.string().nullable(),
    cuit: z.string().nullable(),
    condicion_iva: z.enum(['RI', 'MT']).nullable(),
    domicilio: z.string().nullable(),
    email: z.string().nullable(),
    telefono: z.string().nullable(),
    data_fiscal_url: z.string().nullable(),
  }),
})
export type VidrieraAnswer = z.infer<typeof VidrieraAnswer>

const oferta = z.object({ es_oferta: textField(20).optional() })

export const productosApi = {
  /** `es_oferta=1`: only the offers. */
  'GET /api/v1/productos/': { query: oferta, answer: z.array(ProductoAnswer) },
  /** 404 for an unknown product, or one that was taken off the window. */
  'GET /api/v1/productos/:pk/': {
    params: z.object({ pk: textField(100) }),
    query: oferta,
    answer: ProductoDetalleAnswer,
  },
  'GET /api/vidriera': { answer: VidrieraAnswer },
}
