// The failed tests of a vitest JSON report, one line each: file, full name, first line of the message. Each line starts with
// the same word, by which `.ci/run` finds them in the output.
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const MARK = 'FAILED';

export function describeFailure(...parts) {
  return `${MARK} ${parts.filter((part) => part !== '').join(' > ')}`;
}

/** A file that fails without a failed test could not be loaded, or its hooks failed. */
function isBrokenFile(file) {
  return file.status === 'failed' && file.assertionResults.every((result) => result.status !== 'failed');
}

export function describeFailedTests(report, root) {
  return report.testResults.flatMap((file) => {
    const name = relative(root, file.name);
    if (isBrokenFile(file)) return [describeFailure(name, firstLine(file.message))];
    return file.assertionResults
      .filter((result) => result.status === 'failed')
      .map((result) => describeFailure(name, ...result.ancestorTitles, result.title, firstLine(result.failureMessages[0])));
  });
}

function firstLine(message = '') {
  return stripVTControlCharacters(message).trim().split('\n', 1)[0];
}
