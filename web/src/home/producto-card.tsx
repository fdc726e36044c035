import type { ProductoAnswer } from '@imprimitodo/shared/api/productos'
import { formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import { OFERTAS_SLUG, SIN_CATEGORIA, slugOf } from '@imprimitodo/shared/rules/vidriera/categoria'
import { createContext, memo, use } from 'react'
import { type Address, Link } from '../ui/link.tsx'
import { Antes } from '../ui/paper/antes.tsx'
import { Neto } from '../ui/paper/neto.tsx'
import { OfertaFlag } from '../ui/paper/oferta.tsx'
import { Foto } from '../ui/picture/foto.tsx'
import { SinImagen } from '../ui/picture/sin-imagen.tsx'
import styles from './producto-card.module.css'

/** The seller's VAT condition, loaded once for all cards; undefined until it is known. */
export const CondicionIvaContext = createContext<'RI' | 'MT' | undefined>(undefined)

/**
 * A product on a shelf. The whole card opens its page. `level` of its heading: below a category's heading it
 * is one deeper than in the offers.
 */
export const ProductoCard = memo(function ProductoCard({
  producto,
  level: Heading,
  sizes,
  foto = fotoOf(producto),
}: {
  producto: ProductoAnswer
  level: 'h3' | 'h4'
  sizes: string
  foto?: string | undefined
}) {
  const { nombre } = producto.producto
  const condicion = use(CondicionIvaContext)
  return (
    <article className={styles.card}>
      <div className={styles.image}>
        {foto ? <Foto imagen={foto} alt={nombre} sizes={sizes} /> : <SinImagen />}
      </div>
      {producto.es_oferta && <OfertaFlag className={styles.oferta} />}
      <Heading className={styles.name}>{nombre}</Heading>
      <p className={styles.text}>{producto.texto || 'Producto sin descripción'}</p>
      {/* Above the price, so that the prices of a row are aligned */}
      <div className={styles.cost}>
        <Antes precio={producto.precio_anterior} hasta={producto.oferta_hasta} />
        {producto.importe_actual === null ? (
          <p className={styles.ask}>Consultar precio</p>
        ) : (
          <p className={styles.price}>{formatPesos(producto.importe_actual)}</p>
        )}
        <Neto pesos={producto.importe_actual} condicion={condicion} />
      </div>
      <Link className={styles.more} to={pathOf(producto)} aria-label={`Ver más de ${nombre}`}>
        Ver más
      </Link>
    </article>
  )
})

const fotoOf = ({ imagenes }: ProductoAnswer): string | undefined =>
  (imagenes.find(({ es_principal }) => es_principal) ?? imagenes[0])?.imagen

/** The address of a product's page. Offers have a slug of their own. */
function pathOf({ id, categoria, es_oferta }: ProductoAnswer): Address {
  const slug = es_oferta ? OFERTAS_SLUG : slugOf(categoria?.nombre ?? SIN_CATEGORIA)
  return `/producto/${id}?${new URLSearchParams({ categoria: slug, es_oferta: es_oferta ? '1' : '0' })}`
}
