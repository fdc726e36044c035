import type { Ajustes } from '@imprimitodo/shared/api/ajustes'
import { COLORES, CUALES_COLORES, type CualColores } from '@imprimitodo/shared/rules/colores'
import { ChoiceCards } from '../../ui/choice-cards.tsx'
import { ask } from '../session/ask.ts'
import { useAct } from './datos.ts'
import styles from './dueno.module.css'

/** Of the customers' pages and mails: sets in which everything can be read. Chosen is kept. */
export function Colores({ colores }: Pick<Ajustes, 'colores'>) {
  const act = useAct()
  return (
    <section className={styles.parte} aria-label="Colores">
      <h2>Colores</h2>
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
