import { DIAS, type Franja } from '@imprimitodo/shared/rules/base/horario'
import { Plus, Trash2 } from 'lucide-react'
import { Fragment, useEffect, useId, useRef } from 'react'
import { Button, IconButton, TextButton } from '../../ui/button.tsx'
import styles from './horario.module.css'

const MORNING: Franja = { opens: '08:30', closes: '13:00' }
const EVENING: Franja = { opens: '17:00', closes: '21:00' }
const MAX_FRANJAS = 3

/** The opening hours of a branch, day by day. A day without shifts is closed. */
export function HorarioEditor({
  semana,
  problems,
  general,
  onChange,
}: {
  semana: Franja[][]
  /** For each day. */
  problems: readonly (string | null)[]
  general: string | undefined
  onChange: (semana: Franja[][]) => void
}) {
  const id = useId()
  const fieldset = useRef<HTMLFieldSetElement>(null)
  /** The field that gets the focus next: of a shift that was added, or above one that was removed with its button. */
  const next = useRef<string | null>(null)
  useEffect(() => {
    if (next.current) fieldset.current?.querySelector<HTMLElement>(`[aria-label="${next.current}"]`)?.focus()
    next.current = null
  })
  const set = (day: number, franjas: Franja[]) =>
    onChange(semana.map((own, index) => (index === day ? franjas : own)))
  const copy = (day: number) =>
    onChange(semana.map((own, index) => (index < 5 && own !== semana[day] ? [...(semana[day] ?? [])] : own)))
  return (
    <fieldset ref={fieldset} className={styles.horario}>
      <legend>Horario</legend>
      {DIAS.map((name, day) => {
        const franjas = semana[day] ?? []
        const problem = problems[day]
        return (
          <div key={name} className={styles.dia}>
            <label className={styles.abre}>
              <input
                type="checkbox"
                checked={franjas.length > 0}
                onChange={({ target }) => set(day, target.checked ? [MORNING] : [])}
              />
              {name}
            </label>
            <div className={styles.franjas}>
              {franjas.length === 0 && <span className="muted">Cerrado</span>}
              {franjas.map((franja, index) => {
                const about = `${name}, turno ${index + 1}`
                const change = (part: Partial<Franja>) =>
                  set(
                    day,
                    franjas.map((own, n) => (n === index ? { ...own, ...part } : own)),
                  )
                return (
                  // A shift is identified only by its place
                  // biome-ignore lint/suspicious/noArrayIndexKey: see above
                  <div key={index} className={styles.franja}>
                    {(['opens', 'closes'] as const).map((edge) => (
                      <Fragment key={edge}>
                        {edge === 'closes' && <span aria-hidden>a</span>}
                        <input
                          type="time"
                          aria-label={`${about}, ${edge === 'opens' ? 'desde' : 'hasta'}`}
                          aria-invalid={problem ? true : undefined}
                          aria-describedby={problem ? `${id}-${day}` : undefined}
                          value={franja[edge]}
                          onChange={({ target }) => change({ [edge]: target.value })}
                        />
                      </Fragment>
                    ))}
                    {index > 0 && (
                      <IconButton
                        quiet
                        icon={Trash2}
                        label={`Quitar: ${about}`}
                        onClick={() => {
                          next.current = `${name}, turno ${index}, hasta`
                          set(
                            day,
                            franjas.filter((_, n) => n !== index),
                          )
                        }}
                      />
                    )}
                  </div>
                )
              })}
              {franjas.length > 0 && franjas.length < MAX_FRANJAS && (
                <Button
                  size="medium"
                  icon={Plus}
                  onClick={() => {
                    next.current = `${name}, turno ${franjas.length + 1}, desde`
                    set(day, [...franjas, franjas.length === 1 ? EVENING : { opens: '', closes: '' }])
                  }}
                >
                  <span>
                    Otro turno<span className="visually-hidden"> del {name.toLowerCase()}</span>
                  </span>
                </Button>
              )}
              {day === 0 && franjas.length > 0 && (
                <TextButton onClick={() => copy(day)}>Igual de martes a viernes</TextButton>
              )}
            </div>
            {problem && (
              <p id={`${id}-${day}`} className={styles.problem} role="alert">
                {name}: {problem}
              </p>
            )}
          </div>
        )
      })}
      {general && (
        <p className={styles.problem} role="alert">
          {general}
        </p>
      )}
    </fieldset>
  )
}
