import * as z from 'zod'
import { ORDEN_MAX } from '../rules/base/orden.ts'
import { cursorField, diaField, filledField, idField, listField, nombreField, textField } from './campos.ts'

const instant = z.iso.datetime()
const pesos = z.number('Escribí el precio.')
const precio = pesos.multipleOf(0.01, 'El precio es un número desde 0, con hasta dos decimales.')
const id = z.object({ id: idField })
/** Left out for a new one: it comes last. Lists are sorted as a whole (`…/orden`). */
const orden = z.int('El orden es un número entero.').min(-10_000).max(10_000).optional()
/** A whole list in its new order. */
const OrdenForm = z.object({
  ids: listField(
    z
      .int()
      .positive()
      .max(2 ** 31 - 1),
    ORDEN_MAX,
  ).refine((ids) => new Set(ids).size === ids.length, 'Hay uno repetido.'),
})
const imagenId = textField(64).min(1, 'Elegí una imagen.')
const categoriaId = z.int32('Elegí una categoría.').positive('Elegí una categoría.')

/** A picture as the back office shows it: its id for us, its address for the screen. */
const Foto = z.object({ imagen_id: z.string(), imagen: z.string(), es_principal: z.boolean() })

export const ProductoDueno = z.object({
  id: z.int(),
  nombre: z.string(),
  texto: z.string().nullable(),
  categoria_id: z.int().nullable(),
  importe: pesos.nullable(),
  es_oferta: z.boolean(),
  precio_anterior: pesos.nullable(),
  oferta_hasta: z.iso.date().nullable(),
  es_impresion: z.boolean(),
  video: z.string().nullable(),
  portada_id: z.string().nullable(),
  portada: z.string().nullable(),
  orden: z.int(),
  retirado: instant.nullable(),
  imagenes: z.array(Foto),
})
export type ProductoDueno = z.infer<typeof ProductoDueno>

/** A product as the owner's form sends it, prices in pesos. */
export const ProductoForm = z.object({
  nombre: textField(500, 'Poné un nombre.'),
  texto: textField(10_000).nullable(),
  categoria_id: categoriaId.nullable(),
  importe: precio.nullable(),
  es_oferta: z.boolean(),
  /**
   * Optional, since older open pages do not send it. Left out: null for a new product, unchanged for an
   * edited one.
   */
  precio_anterior: precio.nullable().optional(),
  oferta_hasta: diaField('Elegí una fecha.').nullable().optional(),
  es_impresion: z.boolean().optional(),
  /** An upload's address as `POST /api/mostrador/videos` answered it, or one of YouTube or Vimeo. */
  video: textField(500).nullable(),
  /** A picture of ours; left out: the video keeps the one it had, and another video has none. */
  portada_id: imagenId.nullable().optional(),
  orden,
  imagenes: listField(z.object({ imagen_id: imagenId, es_principal: z.boolean() }), 50),
})
export type ProductoForm = z.infer<typeof ProductoForm>

/**
 * The goods of one category in the window, in their order; for goods without a category all three are null.
 */
export const OrdenDeCategoria = z.object({
  categoria_id: z.int().nullable(),
  nombre: z.string().nullable(),
  productos: z.array(z.object({ id: z.int(), nombre: z.string() })),
})
export type OrdenDeCategoria = z.infer<typeof OrdenDeCategoria>

export const CategoriaDueno = z.object({
  id: z.int(),
  nombre: z.string(),
  orden: z.int(),
  /** In the window. */
  productos: z.int(),
})
export type CategoriaDueno = z.infer<typeof CategoriaDueno>
export const CategoriaForm = z.object({ nombre: textField(500, 'Poné un nombre.'), orden })

export const CartelDueno = z.object({
  id: z.int(),
  tipo: z.enum(['tradicional', 'luz_interior', 'tridimensional']),
  titulo: z.string(),
  texto: z.string(),
  imagen_id: z.string().nullable(),
  imagen: z.string().nullable(),
  orden: z.int(),
})
export type CartelDueno = z.infer<typeof CartelDueno>
export const CartelForm = z.object({
  tipo: z.enum(['tradicional', 'luz_interior', 'tridimensional'], 'Elegí un tipo.'),
  titulo: nombreField(120, 'Poné un título.'),
  texto: filledField(2000, 'Escribí el texto.'),
  imagen_id: imagenId.nullable(),
  orden,
})

export const PremioDueno = z.object({
  id: z.int(),
  nombre: z.string(),
  descripcion: z.string(),
  imagen_id: z.string().nullable(),
  imagen: z.string().nullable(),
  puntos_requeridos: z.int(),
  /** For a code: sheets of each multiple; else the stock. */
  cantidad: z.int(),
  es_codigo_canje: z.boolean(),
  orden: z.int(),
  retirado: instant.nullable(),
  /** Its worth in pesos; for sheets, by the price list. */
  valor: pesos.nullable(),
  /** Percent of the pesos spent to earn it; null where `valor` is. */
  porcentaje: z.number().nullable(),
  /** Why the owner should look again; null where there is no reason. */
  aviso: z.string().nullable(),
})
export type PremioDueno = z.infer<typeof PremioDueno>
const entero = (message: string) => z.int(message).max(2 ** 31 - 1, 'Ese número es demasiado grande.')
export const PremioForm = z.object({
  nombre: nombreField(120, 'Poné un nombre.'),
  descripcion: textField(1000, 'Escribí la descripción.').trim(),
  imagen_id: imagenId.nullable(),
  puntos_requeridos: entero('Escribí los puntos.').min(1, 'Hace falta al menos un punto.'),
  cantidad: entero('Escribí la cantidad.').min(0, 'La cantidad no puede ser negativa.'),
  es_codigo_canje: z.boolean(),
  orden,
  /** Its worth in pesos, to compare with the pesos that earn it. For sheets the price list gives it. */
  valor: z
    .number()
    .min(0, 'El valor no puede ser negativo.')
    .max(100_000_000, { error: 'Ese valor es demasiado grande.', abort: true })
    .multipleOf(0.01, 'El valor lleva hasta dos decimales.')
    .nullable(),
})

/** The latest uploaded PDF of the flag kits. */
export const KitDueno = z.object({ paginas: z.int(), subido: instant })
export type KitDueno = z.infer<typeof KitDueno>

const Retirado = z.object({ retirado: z.boolean() })

/** Answered by `POST /api/mostrador/videos`, which takes a video's bytes and is outside this contract. */
export const VideoDueno = z.object({ video: z.string() })
export type VideoDueno = z.infer<typeof VideoDueno>

/** The shop window as the owner edits it. Keys left out of a PATCH keep their value. */
export const catalogoApi = {
  /**
   * In the window's order, products off the window last; 50 at a time. `texto`: a part of the name. `cursor`:
   * the `siguiente` of the page before, null on the last one.
   */
  'GET /api/mostrador/productos': {
    query: z.object({ texto: textField(200).optional(), cursor: cursorField.optional() }),
    answer: z.object({ productos: z.array(ProductoDueno), siguiente: z.string().nullable() }),
  },
  'POST /api/mostrador/productos': { body: ProductoForm, answer: ProductoDueno, status: 201 as const },
  /** The products by category; categories without products are left out. */
  'GET /api/mostrador/productos/orden': { answer: z.array(OrdenDeCategoria) },
  /** All products of one category: 409 where the window has others by now. */
  'PUT /api/mostrador/productos/orden': {
    body: OrdenForm.extend({ categoria_id: categoriaId.nullable() }),
    answer: z.array(OrdenDeCategoria),
  },
  'PATCH /api/mostrador/productos/:id': { params: id, body: ProductoForm.partial(), answer: ProductoDueno },
  /** Takes it off the window, or puts it back. */
  'POST /api/mostrador/productos/:id/retirar': { params: id, body: Retirado, answer: ProductoDueno },
  'GET /api/mostrador/categorias': { answer: z.array(CategoriaDueno) },
  'POST /api/mostrador/categorias': { body: CategoriaForm, answer: CategoriaDueno, status: 201 as const },
  'PUT /api/mostrador/categorias/orden': { body: OrdenForm, answer: z.array(CategoriaDueno) },
  'PATCH /api/mostrador/categorias/:id': {
    params: id,
    body: CategoriaForm.partial(),
    answer: CategoriaDueno,
  },
  /** Its products stay and lose their category. */
  'DELETE /api/mostrador/categorias/:id': { params: id, answer: z.object({}) },
  'GET /api/mostrador/carteles': { answer: z.array(CartelDueno) },
  'POST /api/mostrador/carteles': { body: CartelForm, answer: CartelDueno, status: 201 as const },
  'PUT /api/mostrador/carteles/orden': { body: OrdenForm, answer: z.array(CartelDueno) },
  'PATCH /api/mostrador/carteles/:id': { params: id, body: CartelForm.partial(), answer: CartelDueno },
  'DELETE /api/mostrador/carteles/:id': { params: id, answer: z.object({}) },
  /** It is uploaded as bytes of application/pdf, outside this contract: POST to the same address. */
  'GET /api/mostrador/kit-banderas': { answer: z.object({ kit: KitDueno.nullable() }) },
  'DELETE /api/mostrador/kit-banderas': { answer: z.object({}) },
}

/** What points buy, as the owner edits it. Keys left out of a PATCH keep their value. */
export const premiosApi = {
  'GET /api/mostrador/premios': { answer: z.array(PremioDueno) },
  'POST /api/mostrador/premios': { body: PremioForm, answer: PremioDueno, status: 201 as const },
  /** For the prizes on offer. */
  'PUT /api/mostrador/premios/orden': { body: OrdenForm, answer: z.array(PremioDueno) },
  'PATCH /api/mostrador/premios/:id': { params: id, body: PremioForm.partial(), answer: PremioDueno },
  'POST /api/mostrador/premios/:id/retirar': { params: id, body: Retirado, answer: PremioDueno },
}
