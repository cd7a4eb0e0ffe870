const usualPx = 16

/** How much larger than usual the text of the page is: 2 if a person has set 200 %. */
export function getTextScale(): number {
  const px = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  return Number.isNaN(px) ? 1 : px / usualPx
}
