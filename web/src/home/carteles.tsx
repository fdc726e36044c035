import type { Cartel } from '@imprimitodo/shared/api/productos'
import { whatsappLink } from '@imprimitodo/shared/rules/vidriera/whatsapp'
import { useQuery } from '@tanstack/react-query'
import { MessageCircle } from 'lucide-react'
import { vidrieraQuery } from '../api/catalogo.ts'
import { sucursalesQuery } from '../api/queries.ts'
import { ExternalButton } from '../ui/button.tsx'
import { Foto } from '../ui/picture/foto.tsx'
import { usePart } from '../ui/state/later.ts'
import styles from './carteles.module.css'
import { CARTEL_DRAWING } from './drawings.ts'

/** Placeholders for the three kinds until the owner's signs are loaded, without texts. */
const COMING: Cartel[] = (['tradicional', 'luz_interior', 'tridimensional'] as const).map((tipo) => ({
  tipo,
  titulo: '\u00a0',
  texto: '\u00a0',
  imagen: null,
}))

/** The owner's signs; where there are none, or they cannot be loaded, only the element that links lead to. */
export function Carteles() {
  const { data, isError } = useQuery(vidrieraQuery)
  const { data: sucursales } = useQuery(sucursalesQuery)
  const Drawing = usePart(CARTEL_DRAWING)
  const numero = sucursales?.find(({ whatsapp }) => whatsapp)?.whatsapp
  if (data ? data.carteles.length === 0 : isError) return <div id="carteles" />
  const carteles = data?.carteles ?? COMING
  return (
    <section id="carteles" className={`wrap ${styles.section}`} aria-labelledby="carteles-titulo">
      <h2 id="carteles-titulo">Carteles a medida</h2>
      <ul className={styles.list} aria-hidden={!data || undefined}>
        {carteles.map(({ tipo, titulo, texto, imagen }) => {
          const drawing = Drawing && <Drawing tipo={tipo} />
          return (
            <li key={`${tipo} ${titulo}`} data-tipo={tipo}>
              <div className={styles.image}>
                {imagen ? (
                  <Foto imagen={imagen} alt="" sizes="(min-width: 53.75em) 33vw, 100vw" fallback={drawing} />
                ) : (
                  drawing
                )}
              </div>
              <h3>{titulo}</h3>
              {texto && <p>{texto}</p>}
              {data && numero ? (
                <ExternalButton
                  size="medium"
                  icon={MessageCircle}
                  href={whatsappLink(
                    numero,
                    `Hola, quiero consultar por un cartel: ${titulo.toLowerCase()}.`,
                  )}
                  target="_blank"
                  rel="noreferrer"
                  aria-label={`Consultar por WhatsApp: cartel ${titulo.toLowerCase()}`}
                >
                  Consultar por WhatsApp
                </ExternalButton>
              ) : (
                (!data || !sucursales) && <span className={styles.room} />
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
