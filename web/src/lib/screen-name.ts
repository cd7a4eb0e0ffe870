const decoration = /^\[\w+\] | – Agency Support$/g

/** What the browser's title calls the screen, without what every title carries. */
export function screenName(title: string): string {
  return title.replace(decoration, '')
}
