import * as L from 'leaflet'
import styles from './mapa.module.css'

const PIN = 'M0 0c-13-17-20-25-20-36a20 20 0 1 1 40 0c0 11-7 19-20 36Z'

const icon = (className: string | undefined, html: string) =>
  L.divIcon({ className, html, iconSize: [44, 57], iconAnchor: [22, 55] })

/** The shop's pin: two inks and their overprint. */
export const shopIcon = () =>
  icon(
    styles.shop,
    `<svg viewBox="-24 -60 48 62" aria-hidden="true"><path d="${PIN}"/><circle cx="-4" cy="-36" r="9"/><circle cx="4" cy="-36" r="9"/><path d="M0-44.1a9 9 0 0 1 0 16.2 9 9 0 0 1 0-16.2Z"/></svg>`,
  )

/** The customer's: a house. */
export const homeIcon = () =>
  icon(
    styles.home,
    `<svg viewBox="-24 -60 48 62" aria-hidden="true"><path d="${PIN}"/><path d="M-10-35 0-45l10 10M-6-38v11H6v-11"/></svg>`,
  )

/** A word on the map; what is under it can be pressed. */
export function word(at: L.LatLngExpression, text: string, className = styles.word): L.Marker {
  const element = document.createElement('span')
  element.textContent = text
  return L.marker(at, {
    icon: L.divIcon({ className, html: element, iconSize: [0, 0] }),
    interactive: false,
    keyboard: false,
  })
}
