import type { Ajustes } from '@imprimitodo/shared/api/ajustes'
import { COLORES, CUALES_COLORES, type CualColores } from '@imprimitodo/shared/rules/colores'
import { imagenPath } from '@imprimitodo/shared/rules/imagen'
import { ChoiceCards } from '../../ui/choice-cards.tsx'
import { ask } from '../session/ask.ts'
import { useAct } from './datos.ts'
import styles from './dueno.module.css'
import { Fotos } from './fotos.tsx'

/** Of the customers' pages and mails: sets in which everything can be read, and the shop's logo. Chosen is kept. */
export function Colores({ colores, logo_id }: Pick<Ajustes, 'colores' | 'logo_id'>) {
  const act = useAct()
  return (
    <section className={styles.parte} aria-label="Colores y logo">
      <h2>Colores y logo</h2>
      <p className="muted">De la tienda y de los mails que reciben los clientes. El mostrador no cambia.</p>
      <ChoiceCards
        label="Juego de colores"
        labelHidden
        value={colores}
        choices={CUALES_COLORES.map((cual) => ({
          value: cual,
          label: COLORES[cual].nombre,
          note: <Muestra cual={cual} />,
        }))}
        onChange={(cual) =>
          void act('Colores cambiados', () => ask('PUT /api/mostrador/ajustes', { body: { colores: cual } }))
        }
      />
      <h3>Logo</h3>
      <p className="muted">
        Cuadrado, mejor con fondo transparente. Se ve chico, arriba y al pie de la tienda.
      </p>
      <Fotos
        fotos={
          logo_id
            ? [{ imagen_id: logo_id, imagen: imagenPath(logo_id, 640, 'webp'), es_principal: true }]
            : []
        }
        max={1}
        problem={undefined}
        onChange={([foto]) =>
          void act(foto ? 'Logo cambiado' : 'Logo quitado', () =>
            ask('PUT /api/mostrador/ajustes', { body: { logo_id: foto?.imagen_id ?? null } }),
          )
        }
      />
    </section>
  )
}

/** Its inks side by side. */
function Muestra({ cual }: { cual: CualColores }) {
  const { tinta, tintaClara, acento, acentoClaro } = COLORES[cual]
  return (
    <span className={styles.muestra} aria-hidden>
      {[tinta, acento, tintaClara, acentoClaro].map((color) => (
        <i key={color} style={{ background: color }} />
      ))}
    </span>
  )
}
