import type { ProductoDetalleAnswer } from '@imprimitodo/shared/api/productos'
import { formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import { anclaOf } from '@imprimitodo/shared/rules/vidriera/ancla'
import { OFERTAS_SLUG, slugOf } from '@imprimitodo/shared/rules/vidriera/categoria'
import { ArrowLeft, Upload } from 'lucide-react'
import { useCondicionIva } from '../api/catalogo.ts'
import { Calculadora } from '../parts/calculadora.tsx'
import { PrintOffer } from '../parts/print-offer.tsx'
import { LinkButton, TextLink } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import type { Address } from '../ui/link.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Antes } from '../ui/paper/antes.tsx'
import { Neto } from '../ui/paper/neto.tsx'
import { OfertaFlag } from '../ui/paper/oferta.tsx'
import { SinImagen } from '../ui/picture/sin-imagen.tsx'
import { Consulta } from './consulta.tsx'
import { Galeria } from './galeria.tsx'
import { mediosOf } from './medios.ts'
import styles from './producto-page.module.css'

/** In characters: a longer name would take many lines in the size of a heading. */
const LONG_NAME = 45

/** `slug`: the shelf that the customer came from: a category's, the offers', or none. */
export function Producto({ producto, slug }: { producto: ProductoDetalleAnswer; slug: string | null }) {
  const { nombre } = producto.producto
  const { texto, importe_actual, es_oferta, categoria } = producto
  const condicion = useCondicionIva()
  const medios = mediosOf(producto)
  const isLong = nombre.length > LONG_NAME
  const back = backTo(slug, categoria?.nombre ?? 'Sin categoría')
  return (
    <div className={`wrap ${styles.page}`}>
      <TextLink icon={ArrowLeft} to={back.to} className={styles.back}>
        {back.text}
      </TextLink>
      <article className={styles.sheet}>
        <div className={styles.viewer}>
          {medios.length > 0 ? (
            <Galeria medios={medios} nombre={nombre} />
          ) : (
            <div className={styles.blank}>
              <SinImagen />
            </div>
          )}
          {es_oferta && <OfertaFlag className={styles.oferta} />}
        </div>
        <div className={cx(styles.copy, isLong && styles.long)}>
          <PageHeading title={nombre} />
          {/* The heading of a long name is cut after two lines; screen readers get all of it */}
          {isLong && (
            <p className={styles.whole} aria-hidden>
              {nombre}
            </p>
          )}
          <p className={cx(styles.price, importe_actual === null && styles.asked)}>
            {importe_actual === null ? 'Consultar precio' : formatPesos(importe_actual)}
          </p>
          <Neto pesos={importe_actual} condicion={condicion} />
          <Antes precio={producto.precio_anterior} hasta={producto.oferta_hasta} />
          <p className={styles.text}>{texto || 'Producto sin descripción'}</p>
          {producto.es_impresion && (
            <LinkButton variant="primary" to="/imprimitodo/paso1" icon={Upload} className={styles.upload}>
              Subir PDF
              <PrintOffer />
            </LinkButton>
          )}
          {producto.es_impresion && <Calculadora />}
          <Consulta nombre={nombre} isSecond={producto.es_impresion} />
        </div>
      </article>
    </div>
  )
}

/** The link back to the shelf the customer came from; for a visitor from outside, to the product's own. */
function backTo(slug: string | null, categoria: string): { to: Address; text: string } {
  const own = slugOf(categoria)
  if (slug === OFERTAS_SLUG) return { to: `/#${OFERTAS_SLUG}`, text: 'Volver a Ofertas' }
  if (!slug || slug === own) return { to: `/#${anclaOf(own)}`, text: `Volver a ${categoria}` }
  return { to: `/#${anclaOf(slug)}`, text: 'Volver al catálogo' }
}
