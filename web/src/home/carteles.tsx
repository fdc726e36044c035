import type { Cartel } from '@imprimitodo/shared/api/productos'
import { whatsappLink } from '@imprimitodo/shared/rules/whatsapp'
import { useQuery } from '@tanstack/react-query'
import { MessageCircle } from 'lucide-react'
import { vidrieraQuery } from '../api/catalogo.ts'
import { sucursalesQuery } from '../api/queries.ts'
import { ExternalButton } from '../ui/button.tsx'
import { Foto } from '../ui/foto.tsx'
import { usePart } from '../ui/later.ts'
import styles from './carteles.module.css'
import { CARTEL_DRAWING } from './drawings.ts'

/** Until the owner's words arrive, and where there are none: the three kinds there are. What they are like, the owner says. */
const CARTELES: Cartel[] = [
  { tipo: 'tradicional', titulo: 'Tradicional', texto: '', imagen: null },
  { tipo: 'luz_interior', titulo: 'Con luz interior', texto: '', imagen: null },
  { tipo: 'tridimensional', titulo: 'Tridimensional', texto: '', imagen: null },
]

export function Carteles() {
  const { data } = useQuery(vidrieraQuery)
  const { data: sucursales } = useQuery(sucursalesQuery)
  const Drawing = usePart(CARTEL_DRAWING)
  const numero = sucursales?.find(({ whatsapp }) => whatsapp)?.whatsapp
  const carteles = data?.carteles.length ? data.carteles : CARTELES
  return (
    <section id="carteles" className={`wrap ${styles.section}`} aria-labelledby="carteles-titulo">
      <h2 id="carteles-titulo">Carteles a medida</h2>
      <ul className={styles.list}>
        {carteles.map(({ tipo, titulo, texto, imagen }) => {
          const drawing = Drawing && <Drawing tipo={tipo} />
          return (
            <li key={`${tipo} ${titulo}`} data-tipo={tipo}>
              <div className={styles.image}>
                {imagen ? (
                  <Foto imagen={imagen} alt="" sizes="(min-width: 860px) 33vw, 100vw" fallback={drawing} />
                ) : (
                  drawing
                )}
              </div>
              <h3>{titulo}</h3>
              {/* A line is kept free for what the owner may say of it */}
              {(texto || !data) && <p>{texto || '\u00a0'}</p>}
              {numero ? (
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
                !sucursales && <span className={styles.room} />
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
