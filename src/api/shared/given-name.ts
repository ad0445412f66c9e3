/** Fields of bodies that hold a name that users give: of a baseline, a type, a property, a relationship (A265). */
import { isGivenName, isOptionalName, isPropertyName } from '../framework/given-names.ts'
import { z } from '../framework/zod.ts'

/** A name of 1 to 255 characters. */
export const givenName = () => z.string().min(1).max(255).check(isGivenName)

/** The name of a property of a requirement. */
export const givenPropertyName = (minimum = 1) => z.string().min(minimum).max(255).check(isPropertyName)

/** A name that may be blank, and then counts as absent or has another error. */
export const optionalGivenName = (maximum = 255) => z.string().max(maximum).check(isOptionalName)
