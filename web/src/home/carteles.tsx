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

/** Until the owner's words arrive, and where they do not: the three kinds there are. */
const CARTELES: Cartel[] = [
  {
    tipo: 'tradicional',
    titulo: 'Tradicional',
    texto: 'Chapa o lona tensada, con estructura y colocación.',
    imagen: null,
  },
  {
    tipo: 'luz_interior',
    titulo: 'Con luz interior',
    texto: 'Caja de luz LED, para que te vean de noche.',
    imagen: null,
  },
  {
    tipo: 'tridimensional',
    titulo: 'Tridimensional',
    texto: 'Letras corpóreas en acrílico, PVC o polifán.',
    imagen: null,
  },
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
              <p>{texto}</p>
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
