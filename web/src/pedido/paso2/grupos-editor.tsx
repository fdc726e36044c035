import { GRUPOS, type GrupoOrDefault } from '@imprimitodo/shared/rules/archivo'
import { GRUPO_TITLES } from '@imprimitodo/shared/rules/grupo'
import { useState } from 'react'
import { getCarrito, updateCarrito, useCarrito } from '../carrito.ts'
import { membersOf, moveToGrupo } from '../grupos.ts'
import { ArchivoCard } from './archivo-card.tsx'
import { Option } from './archivo-options.tsx'
import { useDragParts } from './drag-parts.tsx'
import { followFocus } from './follow-focus.ts'
import styles from './grupos-editor.module.css'
import { Mover } from './mover.tsx'
import { type Aviso, Volumen } from './volumen.tsx'

/** Step 2 while grouping: the three binding areas, and the files that are in none. */
export function GruposEditor({
  restored,
  disabled,
  problems,
  onRemove,
}: {
  restored: boolean
  disabled?: boolean
  problems: ReadonlyMap<string, string>
  onRemove: (id: string) => void
}) {
  const carrito = useCarrito()
  const parts = useDragParts()
  const [notice, setNotice] = useState<Aviso | null>(null)
  const [moved, setMoved] = useState('')
  const { Provider, Zone, Item } = parts
  const loose = membersOf(carrito, 'default')

  function move(id: string, grupo: GrupoOrDefault) {
    const before = getCarrito().archivos.find((one) => one.id === id)
    if (!before || before.grupo === grupo) return
    const result = moveToGrupo(getCarrito(), id, grupo)
    followFocus(id, 'select', () => {
      updateCarrito(() => result.carrito)
      setNotice(result.notice ? { id, text: result.notice } : null)
      setMoved(`«${before.name}» pasó a ${grupo === 'default' ? 'Sin agrupar' : GRUPO_TITLES[grupo]}.`)
    })
  }

  return (
    <Provider archivos={carrito.archivos} disabled={disabled} onMove={move}>
      <p className="visually-hidden" role="status">
        {moved}
      </p>
      <div className={styles.editor}>
        <div className={styles.loose}>
          <Zone zone="default" label="Sin agrupar" className={styles.zone} overClassName={styles.over}>
            <h2>Sin agrupar</h2>
            {loose.length === 0 && <p className="muted">Todos los archivos están en un anillado.</p>}
            {loose.map((archivo) => (
              <Item key={archivo.id} archivo={archivo} disabled={disabled}>
                {(grip) => (
                  <ArchivoCard
                    archivo={archivo}
                    restored={restored}
                    disabled={disabled}
                    problem={problems.get(archivo.id)}
                    grip={grip}
                    mover={
                      <Option caption="Grupo">
                        <Mover
                          archivo={archivo}
                          disabled={disabled}
                          onMove={(grupo) => move(archivo.id, grupo)}
                        />
                      </Option>
                    }
                    onRemove={() => onRemove(archivo.id)}
                  />
                )}
              </Item>
            ))}
          </Zone>
        </div>
        <div className={styles.volumenes}>
          {GRUPOS.map((grupo) => (
            <Volumen
              key={grupo}
              grupo={grupo}
              members={membersOf(carrito, grupo)}
              parts={parts}
              restored={restored}
              disabled={disabled}
              problems={problems}
              notice={notice}
              onNoticeRead={() => setNotice(null)}
              onMove={move}
            />
          ))}
        </div>
      </div>
    </Provider>
  )
}
