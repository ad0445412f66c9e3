/** Whether two lists have the very same items in the same order, or neither is there. */
export function hasSameItems(some?: readonly unknown[], others?: readonly unknown[]): boolean {
  if (some?.length !== others?.length) return false
  return some === others || some?.every((item, position) => item === others?.[position]) === true
}
