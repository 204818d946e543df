// Reads the answer to a modal question.

/** Whether the user pressed the button `yes`. A dismissed dialog, or one that the host cannot show, counts as no. */
export function confirmed(answer: Thenable<string | undefined>, yes: string): Promise<boolean> {
  return Promise.resolve(answer).then(
    (pressed) => pressed === yes,
    () => false,
  );
}
