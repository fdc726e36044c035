import type { Ajustes } from '@imprimitodo/shared/api/ajustes'
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { porcentajesOf } from '@imprimitodo/shared/rules/fidelidad/tirada'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import styles from './dueno.module.css'
import { useDueno } from './queries.ts'
import { RuletaCosto } from './ruleta-costo.tsx'
import { RuletaEditor } from './ruleta-editor.tsx'

/** The gifts and the cost of the wheel; its odds are set in a dialog. */
export function RuletaSeccion({ ruleta }: { ruleta: Ajustes['ruleta'] }) {
  const [isEditing, setEditing] = useState(false)
  const { data: uso } = useDueno('GET /api/mostrador/ruleta', undefined)
  return (
    <section className={styles.parte} aria-label="Ruleta">
      <div className={styles.head}>
        <h2>Ruleta</h2>
        <Button size="medium" onClick={() => setEditing(true)}>
          Editar<span className="visually-hidden"> la ruleta</span>
        </Button>
      </div>
      <div className={styles.facts}>
        <p>
          Del {ruleta.min} % al {ruleta.max} %{ruleta.pesos ? '' : ', todos por igual'}
        </p>
        {ruleta.pesos && (
          <p>
            {porcentajesOf(ruleta)
              .map((percent, index) => `${ruleta.min + index} %: ${percent} de cada 100`)
              .join(' · ')}
          </p>
        )}
        <p>
          {ruleta.presupuesto
            ? `Regala hasta ${count(ruleta.presupuesto, 'punto')} de descuento por día; después sale el ${ruleta.min} %`
            : 'No tiene tope por día'}
        </p>
        <RuletaCosto ruleta={ruleta} uso={uso} />
      </div>
      {isEditing && <RuletaEditor ruleta={ruleta} uso={uso} onClose={() => setEditing(false)} />}
    </section>
  )
}
